/** The addresses that get no reminders any more. They are stored as the keys of their persons. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { reminderMails } from '#domain/mails';
import type { FieldCipher } from '../bank-data/cipher';
import type { Reader, Transaction } from '../client';
import { addEvidence, personKeyOf } from '../evidence';
import { applications, contactData, outbox, reminderStops } from '../schema';

/** The link in a reminder: the person, and the application that the reminder was about. */
export type Stop = { personKey: string; applicationId: string };

/**
 * Stops all reminders to an address at instant `now` (ms), also those that are queued, except leased ones. A second call
 * changes nothing.
 */
export async function stopAddress(
  tx: Transaction,
  cipher: FieldCipher,
  { personKey, applicationId }: Stop,
  now: number,
): Promise<void> {
  const stored = await tx
    .insert(reminderStops)
    .values({ personKey, at: now })
    .onConflictDoNothing()
    .returning({ personKey: reminderStops.personKey });
  if (stored.length === 0) return;
  const [contact] = await tx
    .select({ email: contactData.email })
    .from(contactData)
    .where(eq(contactData.applicationId, applicationId));
  // the application may have another address by now
  const email =
    contact && (await personKeyOf(tx, cipher, contact.email)) === personKey ? contact.email : null;
  if (email) {
    await tx
      .update(applications)
      .set({ remindersStoppedAt: now })
      .where(and(eq(applications.id, applicationId), isNull(applications.remindersStoppedAt)));
    await addEvidence(tx, cipher, [{ kind: 'reminder_revoked', way: 'page', at: now, applicationId, email }]);
  }
  await deleteWaiting(tx, cipher, personKey);
}

/** What the stop link of a reminder would name; null if the application is unknown or has no address. */
export async function findStopOf(
  reader: Reader,
  cipher: FieldCipher,
  applicationId: string,
): Promise<Stop | null> {
  const [contact] = await reader
    .select({ email: contactData.email })
    .from(contactData)
    .where(eq(contactData.applicationId, applicationId));
  const personKey = contact ? await personKeyOf(reader, cipher, contact.email) : null;
  return personKey === null ? null : { personKey, applicationId };
}

/** Those of the addresses that get no reminders. */
export async function stoppedAmong(
  reader: Reader,
  cipher: FieldCipher,
  addresses: readonly string[],
): Promise<Set<string>> {
  const keys = new Map<string, string>();
  for (const address of addresses) {
    const key = await personKeyOf(reader, cipher, address);
    if (!key) throw new Error('Without the key of the persons nobody is reminded.');
    keys.set(address, key);
  }
  if (keys.size === 0) return new Set();
  const rows = await reader
    .select({ personKey: reminderStops.personKey })
    .from(reminderStops)
    .where(inArray(reminderStops.personKey, [...keys.values()]));
  const stopped = new Set(rows.map((row) => row.personKey));
  return new Set(addresses.filter((address) => stopped.has(keys.get(address) ?? '')));
}

/** The queue has few reminders at a time, so they are compared one by one. */
async function deleteWaiting(tx: Transaction, cipher: FieldCipher, personKey: string): Promise<void> {
  const waiting = await tx
    .select({ id: outbox.id, email: outbox.recipientEmail })
    .from(outbox)
    .where(
      and(
        eq(outbox.status, 'pending'),
        inArray(outbox.emailType, Object.values(reminderMails)),
        isNull(outbox.leaseOwner),
      ),
    );
  const ids: string[] = [];
  for (const { id, email } of waiting) if ((await personKeyOf(tx, cipher, email)) === personKey) ids.push(id);
  if (ids.length > 0) await tx.delete(outbox).where(inArray(outbox.id, ids));
}
