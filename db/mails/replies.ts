/** Answers by mail about what has no history: a callback, a prepared application, an offer. */
import { eq } from 'drizzle-orm';
import type { StoredReply } from '#domain/lists';
import type { Reader, Transaction } from '../client';
import { callbackRequests, preparations } from '../schema/desk';
import { offers } from '../schema/law';
import type { OutboxMail } from './outbox';

type About = Pick<OutboxMail, 'applicationId' | 'callbackRequestId' | 'offerId'>;

/** What a mail is about, with the last answer to mails about it; null: something else, such as a draft. */
export async function findReplied(reader: Reader, { applicationId, callbackRequestId, offerId }: About) {
  const [callback] = await reader
    .select({ reply: callbackRequests.reply })
    .from(callbackRequests)
    .where(eq(callbackRequests.id, callbackRequestId ?? ''));
  if (callback) return { kind: 'callback', ...callback } as const;
  const [offer] = await reader
    .select({ reply: offers.reply })
    .from(offers)
    .where(eq(offers.id, offerId ?? ''));
  if (offer) return { kind: 'offer', ...offer } as const;
  const [preparation] = await reader
    .select({ reply: preparations.reply })
    .from(preparations)
    .where(eq(preparations.applicationId, applicationId ?? ''));
  return preparation ? ({ kind: 'preparation', ...preparation } as const) : null;
}

export async function storeReply(
  tx: Transaction,
  { applicationId, callbackRequestId, offerId }: About,
  reply: StoredReply,
): Promise<void> {
  if (callbackRequestId)
    await tx.update(callbackRequests).set({ reply }).where(eq(callbackRequests.id, callbackRequestId));
  else if (offerId) await tx.update(offers).set({ reply }).where(eq(offers.id, offerId));
  else
    await tx
      .update(preparations)
      .set({ reply })
      .where(eq(preparations.applicationId, applicationId ?? ''));
}
