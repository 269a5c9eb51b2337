/** What every loader of a mail needs, and the props that all mails have. */
import type { Database, Transaction } from '#db/client';
import type { AllSets } from '#domain/application';
import { plainNameOf } from '#domain/text/greeting';
import type { Common } from '#emails/render.tsx';
import type { Context } from '../context';
import type { MailAddress } from './failures';

export type Needs = Pick<Context, 'cipher' | 'operator' | 'publicUrl' | 'links'> & {
  config: Pick<Context['config'], 'retention' | 'jwtSecret'>;
};
export type Reader = Database['read'] | Transaction;

/** Where a mail to this person goes. A name that may be an advertisement is left out. */
export function addressOf(contact: AllSets['contact-data']): MailAddress {
  return { name: plainNameOf(contact) ?? '', address: contact.email };
}

export function commonTo({ operator, publicUrl }: Needs): Common {
  return { operator, publicUrl: publicUrl() };
}
