/** What one instance at a time does. Whoever holds a lease takes it anew before it ends. */
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Transaction } from '../client';
import { jobRuns, leases } from '../schema/system';
import { isWithin } from '../statements';

/** `owner` holds the lease, or wants it, until `until`. Instants are milliseconds since 1970. */
export type Claim = { owner: string; now: number; until: number };

export function isHeldByOther(row: { owner: string | null; until: number }, claim: Claim): boolean {
  const { owner, until } = row;
  return owner !== null && owner !== claim.owner && until > claim.now && until <= latest(claim);
}

export function isFree(row: Record<'owner' | 'until', AnySQLiteColumn>, claim: Claim): SQL | undefined {
  const { owner, until } = row;
  return or(isNull(owner), eq(owner, claim.owner), lte(until, claim.now), gt(until, latest(claim)));
}

/** A lease that ends later was written before the clock was set back; clocks of instances differ a little. */
function latest({ now, until }: Claim): number {
  return until + (until - now);
}

/** False: another instance holds it. */
export async function takeLease(
  db: Database,
  { name, ...claim }: Claim & { name: string },
): Promise<boolean> {
  const { owner, until } = claim;
  const [known] = await db.fresh.select().from(leases).where(eq(leases.name, name));
  // an instance that only waits takes no lock
  if (known && isHeldByOther(known, claim)) return false;
  const taken = await db.write((tx) =>
    tx
      .insert(leases)
      .values({ name, owner, until })
      .onConflictDoUpdate({
        target: leases.name,
        set: { owner, until },
        setWhere: isFree(leases, claim),
      })
      .returning({ name: leases.name }),
  );
  return taken.length === 1;
}

export async function releaseLease(db: Database, name: string, owner: string): Promise<void> {
  await db.write((tx) =>
    tx
      .update(leases)
      .set({ owner: null, until: 0 })
      .where(and(eq(leases.name, name), eq(leases.owner, owner))),
  );
}

/** Whether a job has not run since then, in any instance. It counts as run with the commit. */
export async function beginRun(tx: Transaction, run: typeof jobRuns.$inferInsert, since: number) {
  const hasRun = isWithin(jobRuns.at, { since, now: run.at });
  const begun = await tx
    .insert(jobRuns)
    .values(run)
    .onConflictDoUpdate({ target: jobRuns.job, set: run, setWhere: sql`not (${hasRun})` })
    .returning();
  return begun.length > 0;
}
