import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../client';
import { archiveOffers } from '../insights/archive';
import { linkTokens } from '../schema/desk';
import { offers } from '../schema/law';
import { outbox } from '../schema/mails';

/** Deletes offers with their mails and links, and returns the ids of what there was. Their proofs stay. */
export async function deleteOffers(
  tx: Transaction,
  which: readonly string[],
): Promise<{ offers: string[]; mails: string[] }> {
  await archiveOffers(tx, which);
  const mails = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.offerId, [...which]));
  await tx
    .delete(linkTokens)
    .where(and(eq(linkTokens.kind, 'offer'), inArray(linkTokens.subject, [...which])));
  const deleted = await tx
    .delete(offers)
    .where(inArray(offers.id, [...which]))
    .returning({ id: offers.id });
  return { offers: deleted.map(({ id }) => id), mails: mails.map(({ id }) => id) };
}
