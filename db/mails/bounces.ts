/** What comes back about mails that were sent: failure reports and answers. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { keysOf } from '#domain/keys';
import type { StoredReply } from '#domain/lists';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { addEvidence } from '../evidence';
import { type Claim, isFree, isHeldByOther } from '../leases/leases';
import { callbackRequests, preparations } from '../schema/desk';
import { evidence, offers } from '../schema/law';
import { outbox, readMailboxes } from '../schema/mails';
import type { About, OutboxMail } from './outbox';

export async function findFirstMail(reader: Reader, ids: readonly string[]): Promise<OutboxMail | null> {
  if (ids.length === 0) return null;
  const mails = reader.select().from(outbox);
  const found = await mails.where(inArray(outbox.id, [...ids]));
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0] ?? null;
}

type Bounce = { at: number; code: string | null; report: string; stops: boolean };

export async function markBounced(
  tx: Transaction,
  id: string,
  { at, code, report, stops }: Bounce,
): Promise<void> {
  await tx
    .update(outbox)
    .set({
      ...{ bouncedAt: at, bounceCode: code, bounceReport: report, stopsAddress: stops },
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
  const { documentSha256, personKey } = evidence;
  const proofs = await tx
    .selectDistinct({ documentSha256, personKey })
    .from(evidence)
    .where(
      and(
        applicationId ? eq(evidence.applicationId, applicationId) : isNull(evidence.applicationId),
        eq(evidence.mailId, mailId),
        eq(evidence.kind, 'document_delivered'),
      ),
    );
  const failure = { kind: 'delivery_failed', way: 'mail', at, applicationId, mailId } as const;
  const failures = proofs.map(({ documentSha256: sha, personKey }) => ({
    ...failure,
    documentSha256: sha,
    personKey: personKey ?? undefined,
  }));
  await addEvidence(tx, cipher, failures);
}

// Answers by mail about what has no history: a callback, a prepared application, an offer.

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
    const rows = reader.select({ reply: table.reply }).from(table);
    const [row] = await rows.where(eq(id, about[named] ?? ''));
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
  const stored = tx.update(table).set({ reply });
  await stored.where(eq(id, about[named] ?? ''));
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
