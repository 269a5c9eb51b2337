import { countSubjects } from '#db/audit/readings';
import type { Transaction } from '#db/client';
import type { Turns } from '#db/mails/first-contacts';
import { theDelivery } from '#domain/accounts/actors';
import { alertPauseMs } from '#domain/audit/alerts';
import { record } from '../audit';
import type { Context } from '../context';
import { addressHash } from '../keyed-hash';
import type { Needs } from './common';
import { subjectOf } from './kinds';
import { queueMails } from './queue';

type Tools = Omit<Needs, 'cipher' | 'links'> & Pick<Context, 'config' | 'now' | 'cipher'>;

export function turnsOf(context: Tools): Turns | null {
  const { config } = context;
  if (!config.rateLimit) return null;
  return {
    hash: addressHash(config),
    total: config.firstContacts,
    onFull: (tx, reached) => alertOnce(context, tx, reached),
    subjectOf: (tx, mail) => subjectOf(context, tx, mail),
  };
}

/** Once an hour, on all instances together. */
async function alertOnce(context: Tools, tx: Transaction, reached: number): Promise<void> {
  const kind = 'many_first_contacts';
  const at = context.now();
  const { id: userId } = theDelivery;
  const hour = { since: at - alertPauseMs, now: at };
  const raised = await countSubjects(tx, { userId, actions: [kind], ...hour });
  if (raised > 0) return;
  const [auditId] = await record(tx, context.cipher, {
    by: theDelivery,
    action: kind,
    subjects: [String(reached)],
    at,
  });
  await queueMails(context, tx, 'alert_raised', { auditId });
}
