/** How far the mailboxes were read. One instance at a time reads one, by a lease. */
import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Database } from '../client';
import { readMailboxes } from '../schema/mails';

export type Place = Pick<typeof readMailboxes.$inferSelect, 'uidValidity' | 'lastUid' | 'readUntil'>;
/** `owner` holds the lease, or wants it, until `until`. Instants are milliseconds since 1970. */
export type Claim = { mailbox: string; owner: string; now: number; until: number };
/** Where the very first look begins. `isAlone`: another owner is an earlier process, which died. */
type Look = Claim & { begin: number; isAlone: boolean };

/** Null: another instance reads it. */
export async function claimMailbox(db: Database, look: Look): Promise<Place | null> {
  const { mailbox, owner, until, begin, isAlone } = look;
  const mine = and(eq(readMailboxes.mailbox, mailbox), isAlone ? undefined : isFree(look));
  const reader = db.shared ?? db.read;
  const [known] = await reader.select().from(readMailboxes).where(eq(readMailboxes.mailbox, mailbox));
  // an instance that only waits takes no lock
  if (known && !isAlone && !mayTake(known, look)) return null;
  return await db.write(async (tx) => {
    if (!known) await tx.insert(readMailboxes).values({ mailbox, readUntil: begin }).onConflictDoNothing();
    const taken = tx.update(readMailboxes).set({ leaseOwner: owner, leaseUntil: until });
    const [row] = await taken.where(mine).returning();
    return row ?? null;
  });
}

type Row = typeof readMailboxes.$inferSelect;

function mayTake({ leaseOwner, leaseUntil }: Row, claim: Claim): boolean {
  const { owner, now } = claim;
  return leaseOwner === null || leaseOwner === owner || leaseUntil <= now || leaseUntil > latest(claim);
}

function isFree(claim: Claim): SQL | undefined {
  const { leaseOwner, leaseUntil } = readMailboxes;
  return or(
    isNull(leaseOwner),
    eq(leaseOwner, claim.owner),
    lte(leaseUntil, claim.now),
    gt(leaseUntil, latest(claim)),
  );
}

/** A lease that ends later was written before the clock was set back; clocks of instances differ a little. */
function latest({ now, until }: Claim): number {
  return until + (until - now);
}

/** False, and nothing changes, if another instance has the lease by now. */
export async function storePlace(
  db: Database,
  { mailbox, owner, until }: Claim,
  place: Place,
): Promise<boolean> {
  const stored = await db.write((tx) =>
    tx
      .update(readMailboxes)
      .set({ ...place, leaseUntil: until })
      .where(and(eq(readMailboxes.mailbox, mailbox), eq(readMailboxes.leaseOwner, owner)))
      .returning({ mailbox: readMailboxes.mailbox }),
  );
  return stored.length === 1;
}

export async function releaseMailbox(
  db: Database,
  { mailbox, owner }: Pick<Claim, 'mailbox' | 'owner'>,
): Promise<void> {
  await db.write((tx) =>
    tx
      .update(readMailboxes)
      .set({ leaseOwner: null, leaseUntil: 0 })
      .where(and(eq(readMailboxes.mailbox, mailbox), eq(readMailboxes.leaseOwner, owner))),
  );
}
