/** What every loader of a mail needs, and the props that all mails have. */
import type { Database, Transaction } from '#db/client';
import type { AllSets } from '#domain/application';
import type { Common } from '#emails/render.tsx';
import type { Context } from '../context';
import type { MailAddress } from './transport';

export type Needs = Pick<Context, 'cipher' | 'operator' | 'publicUrl' | 'links'>;
export type Reader = Database['read'] | Transaction;

/** Where a mail to this person goes. */
export function addressOf({ firstName, lastName, email }: AllSets['contact-data']): MailAddress {
  return { name: `${firstName} ${lastName}`, address: email };
}

export function commonTo({ operator, publicUrl }: Needs): Common {
  return { operator, publicUrl: publicUrl() };
}
