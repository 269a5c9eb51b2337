/** Open applications that are deleted after a long time without change. Instants are milliseconds since 1970. */
import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { Database, Reader } from '../client';
import { applications, jobRuns } from '../schema';
import { type Deletion, deleteRows } from './delete';

type Look = { untouchedSince: number; now: number };

const smallestTurn = 20;
const shareOfOpen = 0.05;
const pauseMs = 3_600_000;

// without parameters, because SQLite uses a partial index only for a literal condition
const isOpen = sql`${applications.completedAt} is null`;

/**
 * Takes the deletion turn of this hour, for all instances, if an open application was last changed before
 * `untouchedSince`. Returns how many applications may be deleted: a wrong clock must not empty the database
 * (decision 017). 0 means that none is due or that the last turn is less than an hour ago.
 */
export async function takeDeletionTurn(db: Database, look: Look): Promise<number> {
  // an idle instance takes no lock
  if (!(await isDue(db.read, look))) return 0;
  return await db.write(async (tx) => {
    if (!(await isDue(tx, look))) return 0;
    const last = await lastTurn(tx);
    const turn = { job: 'retention', at: look.now } as const;
    await tx.insert(jobRuns).values(turn).onConflictDoUpdate({ target: jobRuns.job, set: turn });
    // the clock was set back: the last turn counts as if it had happened now
    if (last > look.now) return 0;
    const [open] = await tx.select({ count: count() }).from(applications).where(isOpen);
    return Math.max(smallestTurn, Math.floor((open?.count ?? 0) * shareOfOpen));
  });
}

async function isDue(reader: Reader, { untouchedSince, now }: Look): Promise<boolean> {
  const [waiting] = await forgottenQuery(reader, untouchedSince, 1);
  if (!waiting) return false;
  const last = await lastTurn(reader);
  return last > now || now - last >= pauseMs;
}

async function lastTurn(reader: Reader): Promise<number> {
  const [turn] = await reader.select({ at: jobRuns.at }).from(jobRuns).where(eq(jobRuns.job, 'retention'));
  return turn?.at ?? 0;
}

/** Deletes up to `limit` open applications last changed before `untouchedSince`, oldest first, with all their data. */
export async function deleteForgotten(
  db: Database,
  { untouchedSince, limit }: { untouchedSince: number; limit: number },
): Promise<Deletion> {
  return await db.write(async (tx) => {
    const rows = await forgottenQuery(tx, untouchedSince, limit);
    return await deleteRows(
      tx,
      rows.map(({ id }) => id),
    );
  });
}

/** Ids of open applications last changed before `untouchedSince`, the oldest first. */
export function forgottenQuery(reader: Reader, untouchedSince: number, limit: number) {
  return reader
    .select({ id: applications.id })
    .from(applications)
    .where(and(isOpen, lt(applications.updatedAt, untouchedSince)))
    .orderBy(applications.updatedAt)
    .limit(limit);
}
