/**
 * Failed sign-ins of a name, whether there is such an account or not. Instants are milliseconds since 1970. The key of a
 * name reveals nothing: the caller makes it with a secret.
 */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../client';
import { signInFailures } from '../schema';

/** So many failures cost no wait. */
const free = 10;
const firstWaitMs = 1000;
const longestWaitMs = 15 * 60_000;
/** Failures are forgotten so long after the last one. */
const forgetMs = 24 * 3_600_000;
/** Some megabytes. */
const mostRows = 100_000;

/** The count before a guess was added, to take it back. `lastAt`: the instant of the last failure. */
export type Failures = { failures: number; lastAt: number };

/** How long a name waits after its last failure, in milliseconds: 1 s after the tenth failure, then twice as long each. */
export function waitAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - free));
}

/**
 * Counts a guess as a failure before it is checked, or simultaneous guesses would all be free. Returns the count before,
 * or, if the name has to wait, for how many milliseconds.
 */
export async function countGuess(
  db: Database,
  nameKey: string,
  now: number,
): Promise<{ before: Failures } | { waitMs: number }> {
  return await db.write(async (tx) => {
    const isName = eq(signInFailures.nameKey, nameKey);
    const [row] = await tx.select().from(signInFailures).where(isName);
    const isKept = row !== undefined && row.lastAt + forgetMs > now;
    // the clock of another instance may be ahead, or this one may have been set back
    const lastAt = isKept ? Math.min(row.lastAt, now) : now;
    const before = { failures: isKept ? row.failures : 0, lastAt };
    const waitMs = lastAt + waitAfter(before.failures) - now;
    if (waitMs > 0) {
      if (row && row.lastAt > now) await tx.update(signInFailures).set({ lastAt: now }).where(isName);
      return { waitMs };
    }
    const counted = { failures: before.failures + 1, lastAt: now };
    await tx
      .insert(signInFailures)
      .values({ nameKey, ...counted })
      .onConflictDoUpdate({ target: signInFailures.nameKey, set: counted });
    return { before };
  });
}

/** The wait of a failed guess begins when its check has ended. */
export async function beginWait(db: Database, nameKey: string, now: number): Promise<void> {
  await db.write((tx) =>
    tx
      .update(signInFailures)
      .set({ lastAt: sql`max(${signInFailures.lastAt}, ${now})` })
      .where(eq(signInFailures.nameKey, nameKey)),
  );
}

/** Takes back a guess that was neither right nor wrong. */
export async function takeBackGuess(
  db: Database,
  nameKey: string,
  { failures, lastAt }: Failures,
): Promise<void> {
  const isName = eq(signInFailures.nameKey, nameKey);
  const isLast = eq(signInFailures.failures, failures + 1);
  await db.write(async (tx) => {
    await tx
      .update(signInFailures)
      // the wait before the guess goes on, unless there were others meanwhile
      .set({
        failures: sql`max(0, ${signInFailures.failures} - 1)`,
        lastAt: sql`iif(${isLast}, ${lastAt}, ${signInFailures.lastAt})`,
      })
      .where(isName);
    // guesses that were never checked cost an attacker nothing, so they leave nothing
    await tx.delete(signInFailures).where(and(isName, eq(signInFailures.failures, 0)));
  });
}

export async function forgetFailures(db: Database, nameKey: string): Promise<void> {
  await db.write((tx) => tx.delete(signInFailures).where(eq(signInFailures.nameKey, nameKey)));
}

/** Deletes what is forgotten, and above `most` rows the oldest ones, those that cost no wait first; returns how many rows. */
export async function deleteForgottenFailures(db: Database, now: number, most = mostRows): Promise<number> {
  const over = lte(signInFailures.lastAt, now - forgetMs);
  const [extent] = await db.read
    .select({ rows: sql<number>`count(*)`, over: sql<number>`coalesce(sum(${over}), 0)` })
    .from(signInFailures);
  const surplus = (extent?.rows ?? 0) - (extent?.over ?? 0) - most;
  if (!extent || (extent.over === 0 && surplus <= 0)) return 0;
  return await db.write(async (tx) => {
    const { rowsAffected } = await tx.delete(signInFailures).where(over);
    if (surplus <= 0) return rowsAffected;
    const oldest = sql`(select name_key from sign_in_failures order by failures >= ${free}, last_at limit ${surplus})`;
    const more = await tx.delete(signInFailures).where(sql`${signInFailures.nameKey} in ${oldest}`);
    return rowsAffected + more.rowsAffected;
  });
}
