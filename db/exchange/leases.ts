/** What one instance at a time does. Who has the lease works; the others wait until it ends. */
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../client';
import { leases } from '../schema/system';

/** `owner` has the lease, or wants it, until `until`. Instants are milliseconds since 1970. */
export type Lease = { name: string; owner: string; now: number; until: number };

/** Takes or extends it. False: another instance has it. */
export async function takeLease(db: Database, lease: Lease): Promise<boolean> {
  const { name, owner, until } = lease;
  const reader = db.shared ?? db.read;
  const [known] = await reader.select().from(leases).where(eq(leases.name, name));
  // an instance that only waits takes no lock
  if (known && !isFree(known, lease)) return false;
  return await db.write(async (tx) => {
    if (!known) await tx.insert(leases).values({ name }).onConflictDoNothing();
    const free = or(
      isNull(leases.owner),
      eq(leases.owner, owner),
      lte(leases.until, lease.now),
      gt(leases.until, latest(lease)),
    );
    const taken = tx.update(leases).set({ owner, until });
    return (await taken.where(and(eq(leases.name, name), free)).returning()).length === 1;
  });
}

export async function releaseLease(
  db: Database,
  { name, owner }: Pick<Lease, 'name' | 'owner'>,
): Promise<void> {
  await db.write((tx) =>
    tx
      .update(leases)
      .set({ owner: null, until: 0 })
      .where(and(eq(leases.name, name), eq(leases.owner, owner))),
  );
}

function isFree(known: typeof leases.$inferSelect, lease: Lease): boolean {
  const { owner, until } = known;
  return owner === null || owner === lease.owner || until <= lease.now || until > latest(lease);
}

/** A lease that ends later was written before the clock was set back; clocks of instances differ a little. */
function latest({ now, until }: Lease): number {
  return until + (until - now);
}
