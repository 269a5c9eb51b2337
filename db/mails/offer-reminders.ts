/** Each offer stores when its reminder was queued, so it is queued once even by several instances. */
import { and, asc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { dayMs } from '#domain/time';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { offers } from '../schema/law';
import { outbox } from '../schema/mails';
import type { AddressHash } from './caps';
import { isCompletedFrom } from './pointless';
import { receiversAmong } from './reminders';

/** Offers that end from `now` on and before `endBefore`. */
export type Ending = { now: number; endBefore: number };

export async function anyOfferEnding(db: Database, ending: Ending): Promise<boolean> {
  const [row] = await endingQuery(db.read, ending, 1);
  return row !== undefined;
}

/**
 * Those that end first. `claimed`: offers of which nobody will be reminded any more, be it that the mail is queued or is
 * not wanted. Without `hash` addresses have no limit.
 */
export async function queueOfferReminders(
  tx: Transaction,
  cipher: FieldCipher,
  ending: Ending,
  { limit, hash }: { limit: number; hash: AddressHash | null },
): Promise<{ claimed: number; queued: number }> {
  const { now } = ending;
  const found = await endingQuery(tx, ending, limit);
  const { receivers } = await receiversAmong(tx, cipher, found, { now, hash });
  const mails = receivers.map(({ id: offerId, email, network }) => ({
    id: crypto.randomUUID(),
    emailType: 'offer_reminder' as const,
    offerId,
    recipientEmail: email,
    network,
    createdAt: now,
    nextAttemptAt: now,
  }));
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await tx.update(offers).set({ remindedAt: now }).where(inArray(offers.id, ids));
  if (mails.length > 0) await tx.insert(outbox).values(mails);
  return { claimed: found.length, queued: mails.length };
}

export function endingQuery(reader: Reader, { now, endBefore }: Ending, limit: number) {
  const { id, email, expiresAt, createdAt, remindedAt, reminderConsent } = offers;
  return reader
    .select({
      id,
      email,
      // nothing more is to be said of it
      sent: sql<0 | 1>`${isCompletedFrom(id)}`,
      network: sql<string | null>`(select network from outbox mail
        where mail.offer_id = offers.id and mail.email_type = 'offer')`,
    })
    .from(offers)
    .where(
      and(
        gte(expiresAt, now),
        lt(expiresAt, endBefore),
        isNull(remindedAt),
        eq(reminderConsent, true),
        // one that ends soon after it was sent
        lte(createdAt, now - dayMs),
      ),
    )
    .orderBy(asc(expiresAt))
    .limit(limit);
}
