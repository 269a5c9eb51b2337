import type { Turns } from '#db/mails/first-contacts';
import { theDelivery } from '#domain/accounts/actors';
import type { Context } from '../context';
import { addressHash } from '../keyed-hash';
import { alertOnce } from './alerting';
import type { Needs } from './common';
import { subjectOf } from './kinds';

type Tools = Omit<Needs, 'cipher' | 'links'> & Pick<Context, 'config' | 'now' | 'cipher'>;

export function turnsOf(context: Tools): Turns | null {
  const { config } = context;
  if (!config.rateLimit) return null;
  return {
    hash: addressHash(config),
    total: config.firstContacts,
    onFull: async (tx, reached) => {
      await alertOnce(context, tx, theDelivery, { kind: 'many_first_contacts', reached });
    },
    subjectOf: (tx, mail) => subjectOf(context, tx, mail),
  };
}
