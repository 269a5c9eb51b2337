/**
 * Counts that all instances on one database share: limits of public writes, and the brake on guessing passwords. A
 * window begins with its first count. Keys say nothing of whom they count: the caller hashes them with a secret.
 * Instants are milliseconds since 1970. Every call rejects with `DatabaseUnavailable` when the database cannot count.
 */
import { count, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { type Database, DatabaseUnavailable } from './client';
import { rateLimits } from './schema';

/** Where counts are kept that several instances add up; see `Database`. */
export type SharedCounts = NonNullable<Database['shared']>;
export type Window = { count: number; endsAt: number };

/** Counts one; answers the window it was counted in. One statement, so that no two instances count the same one. */
export async function countOne(
  shared: SharedCounts,
  { key, windowMs, now }: { key: string; windowMs: number; now: number },
): Promise<Window> {
  const running = gt(rateLimits.endsAt, now);
  const [window] = await counted(
    shared
      .insert(rateLimits)
      .values({ key, count: 1, endsAt: now + windowMs })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`iif(${running}, ${rateLimits.count} + 1, 1)`,
          endsAt: sql`iif(${running}, ${rateLimits.endsAt}, excluded.ends_at)`,
        },
      })
      .returning({ count: rateLimits.count, endsAt: rateLimits.endsAt }),
  );
  if (!window) throw new DatabaseUnavailable('The database did not count.');
  return window;
}

/** Takes one count back. */
export async function takeBackOne(shared: SharedCounts, key: string): Promise<void> {
  await counted(
    shared
      .update(rateLimits)
      .set({ count: sql`max(0, ${rateLimits.count} - 1)` })
      .where(eq(rateLimits.key, key)),
  );
}

/** Begins anew with nothing counted. */
export async function forgetCount(shared: SharedCounts, key: string): Promise<void> {
  await counted(shared.delete(rateLimits).where(eq(rateLimits.key, key)));
}

/** So many rows stay, some 100 bytes each; above it the least harmful go. */
const mostRows = 100_000;
/** Below this count no limit of the product is in force. */
const harmless = 5;

/** Removes the windows that have ended, and of more than `most` the oldest that limit nobody; returns how many. */
export async function forgetEnded(shared: SharedCounts, now: number, most = mostRows): Promise<number> {
  const ended = await counted(shared.delete(rateLimits).where(lte(rateLimits.endsAt, now)));
  const [kept] = await counted(shared.select({ rows: count() }).from(rateLimits));
  const tooMany = (kept?.rows ?? 0) - most;
  if (tooMany <= 0) return ended.rowsAffected;
  const oldest = shared
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.count, harmless))
    .orderBy(rateLimits.endsAt)
    .limit(tooMany);
  const pushedOut = await counted(shared.delete(rateLimits).where(inArray(rateLimits.key, oldest)));
  return ended.rowsAffected + pushedOut.rowsAffected;
}

/** A database that fails to count could not store either: the visitor is told to come back, not of an error. */
async function counted<T>(counting: PromiseLike<T>): Promise<T> {
  try {
    return await counting;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable('The database could not count.', { cause: error });
  }
}
