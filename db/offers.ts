import { and, eq, inArray } from 'drizzle-orm';
import type { Reader, Transaction } from './client';
import { linkTokens } from './schema/desk';
import { offers } from './schema/law';
import { outbox } from './schema/mails';

export type OfferRecord = typeof offers.$inferSelect;

export async function findPriceOffer(reader: Reader, id: string): Promise<OfferRecord | null> {
  const [row] = await reader.select().from(offers).where(eq(offers.id, id)).limit(1);
  return row ?? null;
}

/** Deletes offers with their mails and links, and returns the ids of what there was. Their proofs stay. */
export async function deleteOffers(
  tx: Transaction,
  which: readonly string[],
): Promise<{ offers: string[]; mails: string[] }> {
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
