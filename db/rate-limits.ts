/** Counts that all instances share. Keys reveal no person: the caller hashes them with a secret. */
import { count, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from './client';
import { DatabaseUnavailable } from './driver/errors';
import { rateLimits } from './schema/system';
import { isRunning } from './statements';

export type SharedCounts = NonNullable<Database['shared']>;
export type Window = { count: number; endsAt: number };

/** One statement, so that no count of another instance is lost. */
export async function addToCount(
  shared: SharedCounts,
  { key, windowMs, now, many }: { key: string; windowMs: number; now: number; many: number },
): Promise<Window> {
  const running = isRunning(rateLimits.endsAt, { now, windowMs });
  const [window] = await counted(
    shared
      .insert(rateLimits)
      .values({ key, count: many, endsAt: now + windowMs })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`iif(${running}, ${rateLimits.count} + excluded.count, excluded.count)`,
          endsAt: sql`iif(${running}, ${rateLimits.endsAt}, excluded.ends_at)`,
        },
      })
      .returning({ count: rateLimits.count, endsAt: rateLimits.endsAt }),
  );
  if (!window) throw new DatabaseUnavailable('The database did not count.');
  return window;
}

export async function takeBackOne(shared: SharedCounts, key: string): Promise<void> {
  await counted(
    shared
      .update(rateLimits)
      .set({ count: sql`max(0, ${rateLimits.count} - 1)` })
      .where(eq(rateLimits.key, key)),
  );
}

export async function deleteCount(shared: SharedCounts, key: string): Promise<void> {
  await counted(shared.delete(rateLimits).where(eq(rateLimits.key, key)));
}

/** Rows are about 100 bytes each. */
const mostRows = 100_000;
/** Below this count no limit of the product applies. */
const harmless = 5;

/** And above `most` rows the oldest harmless ones; returns how many rows. */
export async function deleteEndedWindows(shared: SharedCounts, now: number, most = mostRows) {
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
  const surplus = await counted(shared.delete(rateLimits).where(inArray(rateLimits.key, oldest)));
  return ended.rowsAffected + surplus.rowsAffected;
}

/** A database that cannot count cannot store either, so every failure is reported as an unavailable database. */
async function counted<T>(counting: PromiseLike<T>): Promise<T> {
  try {
    return await counting;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable('The database could not count.', { cause: error });
  }
}
