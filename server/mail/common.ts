/** What every loader of a mail needs, and the props that all mails have. */
import type { Database, Transaction } from '#db/client';
import type { Common } from '#emails/render.tsx';
import type { Context } from '../context';

export type Needs = Pick<Context, 'cipher' | 'operator' | 'publicUrl'>;
export type Reader = Database['read'] | Transaction;

export function commonTo({ operator, publicUrl }: Needs): Common {
  return { operator, publicUrl: publicUrl() };
}
