/** Wrong passwords and codes. A key reveals nothing: the caller makes it with a secret. Instants are in milliseconds. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { decideGuess, type Failures, forgetMs, freeFailures } from '#domain/accounts/guesses';
import type { Reader, Transaction } from '../client';
import { signInFailures } from '../schema/staff';

/** Some megabytes. */
const mostRows = 100_000;

/** Counts a guess as a failure before it is checked, or simultaneous guesses would all be free. */
export async function countGuess(tx: Transaction, key: string, now: number) {
  const isKey = eq(signInFailures.key, key);
  const [row = null] = await tx.select().from(signInFailures).where(isKey);
  const guess = decideGuess(row, now);
  if ('before' in guess) {
    const counted = { failures: guess.before.failures + 1, lastAt: now };
    await tx
      .insert(signInFailures)
      .values({ key, ...counted })
      .onConflictDoUpdate({ target: signInFailures.key, set: counted });
  } else if (row && row.lastAt > now) {
    await tx.update(signInFailures).set({ lastAt: now }).where(isKey);
  }
  return guess;
}

export async function beginWait(tx: Transaction, key: string, now: number): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ lastAt: sql`max(${signInFailures.lastAt}, ${now})` })
    .where(eq(signInFailures.key, key));
}

/** Takes back a guess that was neither right nor wrong; the failures are those before it. */
export async function takeBackGuess(
  tx: Transaction,
  key: string,
  { failures, lastAt }: Failures,
): Promise<void> {
  const isKey = eq(signInFailures.key, key);
  const isLast = eq(signInFailures.failures, failures + 1);
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
}

export async function forgetFailures(tx: Transaction, key: string): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.key, key));
}

/** `forgotten`: there are forgotten ones. `surplus`: how many of the others are above `most` rows. */
export async function measureFailures(reader: Reader, now: number, most = mostRows) {
  const [extent] = await reader
    .select({ rows: sql<number>`count(*)`, over: sql<number>`coalesce(sum(${isForgotten(now)}), 0)` })
    .from(signInFailures);
  const { rows, over } = extent ?? { rows: 0, over: 0 };
  return { forgotten: over > 0, surplus: Math.max(0, rows - over - most) };
}

/** Also deletes `surplus` others, the oldest ones, those that cost no wait first; returns how many rows. */
export async function deleteFailures(tx: Transaction, now: number, surplus: number): Promise<number> {
  const { rowsAffected } = await tx.delete(signInFailures).where(isForgotten(now));
  if (surplus === 0) return rowsAffected;
  const oldest = sql`(select key from sign_in_failures order by failures >= ${freeFailures}, last_at limit ${surplus})`;
  const more = await tx.delete(signInFailures).where(sql`${signInFailures.key} in ${oldest}`);
  return rowsAffected + more.rowsAffected;
}

const isForgotten = (now: number) => lte(signInFailures.lastAt, now - forgetMs);
