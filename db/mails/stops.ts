/** The addresses that get no reminders any more. They are stored as the keys of their persons. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { allReminders } from '#domain/mails/kinds';
import { findAddress } from '../applications/find';
import type { FieldCipher } from '../bank-data/cipher';
import type { Reader, Transaction } from '../client';
import { addEvidence, personKeyOf } from '../evidence';
import { applications } from '../schema/applications';
import { offers, reminderStops } from '../schema/law';
import { outbox } from '../schema/mails';
import { deleteWaitingReminders, isWaiting } from './outbox';

/** `about`: the application or offer of the reminder with the link. */
export type Stop = { personKey: string; about: string };

/** Also those that are queued, except leased ones. A second call changes nothing. */
export async function stopAddress(
  tx: Transaction,
  cipher: FieldCipher,
  { personKey, about }: Stop,
  now: number,
): Promise<void> {
  const stored = await tx
    .insert(reminderStops)
    .values({ personKey, at: now })
    .onConflictDoNothing()
    .returning({ personKey: reminderStops.personKey });
  if (stored.length === 0) return;
  // the application may have been deleted, or have another address by now
  const email = await findAddress(tx, 'contact-data', about);
  const isOwn = email !== null && (await personKeyOf(tx, cipher, email)) === personKey;
  if (isOwn) await setStopped(tx, [about], now);
  await tx.update(offers).set({ reminderConsent: false }).where(eq(offers.id, about));
  const proof = { kind: 'reminder_revoked', way: 'page', at: now, personKey } as const;
  await addEvidence(tx, cipher, [isOwn ? { ...proof, applicationId: about } : proof]);
  await deleteWaiting(tx, cipher, personKey);
}

/** Its id is no proof that somebody got its mails, so its address is not stopped. */
export async function stopApplication(
  tx: Transaction,
  cipher: FieldCipher,
  applicationId: string,
  now: number,
): Promise<void> {
  const email = await findAddress(tx, 'contact-data', applicationId);
  if (email === null || !(await setStopped(tx, [applicationId], now))) return;
  await addEvidence(tx, cipher, [{ kind: 'reminder_revoked', way: 'page', at: now, applicationId, email }]);
  await deleteWaitingReminders(tx, [applicationId]);
}

/** False: they were stopped before. */
export async function setStopped(tx: Transaction, ids: readonly string[], now: number): Promise<boolean> {
  const { id, remindersStoppedAt } = applications;
  const stopped = await tx
    .update(applications)
    .set({ remindersStoppedAt: now })
    .where(and(inArray(id, [...ids]), isNull(remindersStoppedAt)))
    .returning({ id });
  return stopped.length > 0;
}

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

export async function isStopped(reader: Reader, personKey: string): Promise<boolean> {
  const stops = reader.select({ at: reminderStops.at }).from(reminderStops);
  return (await stops.where(eq(reminderStops.personKey, personKey))).length > 0;
}

/** The queue has few reminders at a time, so they are compared one by one. */
async function deleteWaiting(tx: Transaction, cipher: FieldCipher, personKey: string): Promise<void> {
  const waiting = await tx
    .select({ id: outbox.id, email: outbox.recipientEmail })
    .from(outbox)
    .where(isWaiting(allReminders));
  const ids: string[] = [];
  for (const { id, email } of waiting) if ((await personKeyOf(tx, cipher, email)) === personKey) ids.push(id);
  if (ids.length > 0) await tx.delete(outbox).where(inArray(outbox.id, ids));
}
