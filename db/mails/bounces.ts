/** Mails that were sent and came back. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { EvidenceKind } from '#domain/law/evidence';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { addEvidence } from '../evidence';
import { type Claim, isFree, isHeldByOther } from '../leases/leases';
import { evidence } from '../schema/law';
import { outbox, readMailboxes } from '../schema/mails';
import type { OutboxMail } from './outbox';

export async function findFirstMail(reader: Reader, ids: readonly string[]): Promise<OutboxMail | null> {
  if (ids.length === 0) return null;
  const found = await reader
    .select()
    .from(outbox)
    .where(inArray(outbox.id, [...ids]));
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0] ?? null;
}

/** Without the lock, because strangers may send any number of messages with invented ids. */
export async function isAnyMail({ fresh }: Database, ids: readonly string[]): Promise<boolean> {
  return (await findFirstMail(fresh, ids)) !== null;
}

/** Also one whose server has not confirmed it yet: only who received it knows its id. */
export function wasTransmitted({ status, inDoubt, leaseOwner }: OutboxMail): boolean {
  return status === 'sent' || (status !== 'bounced' && (inDoubt > 0 || leaseOwner !== null));
}

type Bounce = { at: number; code: string | null; report: string; stops: boolean };

export async function markBounced(
  tx: Transaction,
  id: string,
  { at, code, report, stops }: Bounce,
): Promise<void> {
  const bounce = { bouncedAt: at, bounceCode: code, bounceReport: report, stopsAddress: stops };
  await tx
    .update(outbox)
    .set({
      ...bounce,
      status: 'bounced',
      error: null,
      // the report came before the result of the attempt, whose owner will still prove what it sent
      attemptedAt: sql`coalesce(${outbox.attemptedAt}, ${at})`,
    })
    .where(eq(outbox.id, id));
}

/** For each document whose delivery by this mail is proven. */
export async function proveFailure(
  tx: Transaction,
  cipher: FieldCipher,
  { id: mailId, applicationId }: Pick<OutboxMail, 'id' | 'applicationId'>,
  at: number,
): Promise<void> {
  const delivered: EvidenceKind = 'document_delivered';
  const { documentSha256, personKey } = evidence;
  const proofs = await tx
    .selectDistinct({ documentSha256, personKey })
    .from(evidence)
    .where(
      and(
        applicationId ? eq(evidence.applicationId, applicationId) : isNull(evidence.applicationId),
        eq(evidence.mailId, mailId),
        eq(evidence.kind, delivered),
      ),
    );
  const failed = proofs.map((proof) => ({
    documentSha256: proof.documentSha256,
    personKey: proof.personKey ?? undefined,
    kind: 'delivery_failed' as const,
    way: 'mail' as const,
    at,
    applicationId,
    mailId,
  }));
  await addEvidence(tx, cipher, failed);
}

// How far the mailboxes were read. One instance at a time reads one, by a lease.

export type Place = Pick<typeof readMailboxes.$inferSelect, 'uidValidity' | 'lastUid' | 'readUntil'>;
type Look = Claim & { mailbox: string };
/** Where the very first look begins. `isAlone`: another owner is an earlier process, which died. */
type FirstLook = Look & { begin: number; isAlone: boolean };

const lease = { owner: readMailboxes.leaseOwner, until: readMailboxes.leaseUntil };

/** Null: another instance reads it. */
export async function claimMailbox(db: Database, look: FirstLook): Promise<Place | null> {
  const { mailbox, owner, until, begin, isAlone } = look;
  const mine = and(eq(readMailboxes.mailbox, mailbox), isAlone ? undefined : isFree(lease, look));
  const [known] = await db.fresh.select().from(readMailboxes).where(eq(readMailboxes.mailbox, mailbox));
  // an instance that only waits takes no lock
  const held = known && { owner: known.leaseOwner, until: known.leaseUntil };
  if (held && !isAlone && isHeldByOther(held, look)) return null;
  return await db.write(async (tx) => {
    if (!known) await tx.insert(readMailboxes).values({ mailbox, readUntil: begin }).onConflictDoNothing();
    const taken = tx.update(readMailboxes).set({ leaseOwner: owner, leaseUntil: until });
    const [row] = await taken.where(mine).returning();
    return row ?? null;
  });
}

type Held = Pick<Look, 'mailbox' | 'owner'>;

export function storePlace(db: Database, { until, ...held }: Look, place: Place): Promise<boolean> {
  return changeHeld(db, held, { ...place, leaseUntil: until });
}

export function releaseMailbox(db: Database, held: Held): Promise<boolean> {
  return changeHeld(db, held, { leaseOwner: null, leaseUntil: 0 });
}

/** False, and nothing changes, if another instance has the lease by now. */
async function changeHeld(
  db: Database,
  { mailbox, owner }: Held,
  values: Partial<typeof readMailboxes.$inferInsert>,
): Promise<boolean> {
  const held = and(eq(readMailboxes.mailbox, mailbox), eq(readMailboxes.leaseOwner, owner));
  const changed = await db.write((tx) =>
    tx.update(readMailboxes).set(values).where(held).returning({ mailbox: readMailboxes.mailbox }),
  );
  return changed.length === 1;
}
