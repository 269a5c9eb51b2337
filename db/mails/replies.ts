/** Answers by mail about what has no history: a callback, a prepared application, an offer. */
import { eq } from 'drizzle-orm';
import { keysOf } from '#domain/keys';
import type { StoredReply } from '#domain/lists';
import type { Reader, Transaction } from '../client';
import { callbackRequests, preparations } from '../schema/desk';
import { offers } from '../schema/law';
import type { OutboxMail } from './outbox';

type About = Pick<OutboxMail, 'applicationId' | 'callbackRequestId' | 'offerId'>;

const places = {
  callback: { table: callbackRequests, id: callbackRequests.id, named: 'callbackRequestId' },
  offer: { table: offers, id: offers.id, named: 'offerId' },
  preparation: { table: preparations, id: preparations.applicationId, named: 'applicationId' },
} as const;
type Kind = keyof typeof places;

/** What a mail is about, with the last answer to mails about it; null: something else, such as a draft. */
export async function findReplied(reader: Reader, about: About) {
  for (const kind of keysOf(places)) {
    const { table, id, named } = places[kind];
    const [row] = await reader
      .select({ reply: table.reply })
      .from(table)
      .where(eq(id, about[named] ?? ''));
    if (row) return { kind, ...row };
  }
  return null;
}

export async function storeReply(
  tx: Transaction,
  kind: Kind,
  about: About,
  reply: StoredReply,
): Promise<void> {
  const { table, id, named } = places[kind];
  await tx
    .update(table)
    .set({ reply })
    .where(eq(id, about[named] ?? ''));
}
