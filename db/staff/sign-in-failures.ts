/**
 * Wrong passwords and codes: for a name, whether there is such an account or not, for a browser, or for a session.
 * Instants are milliseconds since 1970. A key reveals nothing: the caller makes it with a secret.
 */

import { and, eq, lte, sql } from 'drizzle-orm';
import { dayMs, minuteMs } from '#domain/time';
import type { Database } from '../client';
import { signInFailures } from '../schema/staff';

/** So many failures cost no wait. */
const free = 10;
const firstWaitMs = 1000;
const longestWaitMs = 15 * minuteMs;
/** Failures are forgotten so long after the last one. */
const forgetMs = dayMs;
/** Some megabytes. */
const mostRows = 100_000;

/** The count before a guess was added, to take it back. `lastAt`: the instant of the last failure. */
export type Failures = { failures: number; lastAt: number };

/** How long the wait after the last failure is, in milliseconds: 1 s after the tenth failure, then twice as long each. */
export function waitAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - free));
}

/**
 * Counts a guess as a failure before it is checked, or simultaneous guesses would all be free. Returns the count before,
 * or, if there is a wait, for how many milliseconds.
 */
export async function countGuess(
  db: Database,
  key: string,
  now: number,
): Promise<{ before: Failures } | { waitMs: number }> {
  return await db.write(async (tx) => {
    const isKey = eq(signInFailures.key, key);
    const [row] = await tx.select().from(signInFailures).where(isKey);
    const isKept = row !== undefined && row.lastAt + forgetMs > now;
    // the clock of another instance may be ahead, or this one may have been set back
    const lastAt = isKept ? Math.min(row.lastAt, now) : now;
    const before = { failures: isKept ? row.failures : 0, lastAt };
    const waitMs = lastAt + waitAfter(before.failures) - now;
    if (waitMs > 0) {
      if (row && row.lastAt > now) await tx.update(signInFailures).set({ lastAt: now }).where(isKey);
      return { waitMs };
    }
    const counted = { failures: before.failures + 1, lastAt: now };
    await tx
      .insert(signInFailures)
      .values({ key, ...counted })
      .onConflictDoUpdate({ target: signInFailures.key, set: counted });
    return { before };
  });
}

/** The wait of a failed guess begins when its check has ended. */
export async function beginWait(db: Database, key: string, now: number): Promise<void> {
  await db.write((tx) =>
    tx
      .update(signInFailures)
      .set({ lastAt: sql`max(${signInFailures.lastAt}, ${now})` })
      .where(eq(signInFailures.key, key)),
  );
}

/** Takes back a guess that was neither right nor wrong. */
export async function takeBackGuess(
  db: Database,
  key: string,
  { failures, lastAt }: Failures,
): Promise<void> {
  const isKey = eq(signInFailures.key, key);
  const isLast = eq(signInFailures.failures, failures + 1);
  await db.write(async (tx) => {
    await tx
      .update(signInFailures)
      // the wait before the guess goes on, unless there were others meanwhile
      .set({
        failures: sql`max(0, ${signInFailures.failures} - 1)`,
        lastAt: sql`iif(${isLast}, ${lastAt}, ${signInFailures.lastAt})`,
      })
      .where(isKey);
    // guesses that were never checked cost an attacker nothing, so they leave nothing
    await tx.delete(signInFailures).where(and(isKey, eq(signInFailures.failures, 0)));
  });
}

export async function forgetFailures(db: Database, key: string): Promise<void> {
  await db.write((tx) => tx.delete(signInFailures).where(eq(signInFailures.key, key)));
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
    const oldest = sql`(select key from sign_in_failures order by failures >= ${free}, last_at limit ${surplus})`;
    const more = await tx.delete(signInFailures).where(sql`${signInFailures.key} in ${oldest}`);
    return rowsAffected + more.rowsAffected;
  });
}
