/** How far the mailboxes were read. One instance at a time reads one, by a lease. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../client';
import { type Claim, isFree, isHeldByOther } from '../leases/leases';
import { readMailboxes } from '../schema/mails';

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

/** False, and nothing changes, if another instance has the lease by now. */
export async function storePlace(
  db: Database,
  { mailbox, owner, until }: Look,
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
  { mailbox, owner }: Pick<Look, 'mailbox' | 'owner'>,
): Promise<void> {
  await db.write((tx) =>
    tx
      .update(readMailboxes)
      .set({ leaseOwner: null, leaseUntil: 0 })
      .where(and(eq(readMailboxes.mailbox, mailbox), eq(readMailboxes.leaseOwner, owner))),
  );
}
