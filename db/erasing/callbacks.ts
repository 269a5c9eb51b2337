import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../client';
import { archiveCallbacks } from '../insights/archive';
import { callbackRequests, linkTokens } from '../schema/desk';
import { outbox } from '../schema/mails';

/** Deletes requests with their calls, mails and links, and returns the ids of what there was. Their proofs stay. */
export async function deleteCallbacks(
  tx: Transaction,
  which: readonly string[],
): Promise<{ callbacks: string[]; mails: string[] }> {
  const among = inArray(callbackRequests.id, [...which]);
  const found = await tx.select({ id: callbackRequests.id }).from(callbackRequests).where(among);
  const ids = found.map(({ id }) => id);
  await archiveCallbacks(tx, ids);
  const about = inArray(outbox.callbackRequestId, ids);
  const mails = await tx.select({ id: outbox.id }).from(outbox).where(about);
  await tx.delete(linkTokens).where(and(eq(linkTokens.kind, 'calls'), inArray(linkTokens.subject, ids)));
  await tx.delete(callbackRequests).where(inArray(callbackRequests.id, ids));
  return { callbacks: ids, mails: mails.map(({ id }) => id) };
}
