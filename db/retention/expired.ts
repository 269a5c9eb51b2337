/** Deleting what is no longer kept, in turns (decision 017). Instants are milliseconds since 1970. */

import { and, count, eq, inArray, lt, not, sql } from 'drizzle-orm';
import type { RetentionKind } from '#domain/retention/periods';
import { hourMs } from '#domain/time';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader } from '../client';
import { jobRuns } from '../schema/system';
import { retained } from './kinds';

/** `before`: rows whose clock is before it are due. */
type Look = { before: number; now: number };

const smallestTurn = 20;
const shareOfAll = 0.05;
const pauseMs = hourMs;

/** How many rows may go in this hour, over all instances: a wrong clock must not empty the database. 0: none now. */
export async function takeTurn(db: Database, kind: RetentionKind, look: Look): Promise<number> {
  // an idle instance takes no lock
  if (!(await isDue(db.read, kind, look))) return 0;
  const { table, only, atOnce } = retained[kind];
  if (atOnce !== undefined) return atOnce;
  return await db.write(async (tx) => {
    if (!(await isDue(tx, kind, look))) return 0;
    const last = await lastTurn(tx, kind);
    const turn = { job: kind, at: look.now };
    await tx.insert(jobRuns).values(turn).onConflictDoUpdate({ target: jobRuns.job, set: turn });
    // the clock was set back: the last turn counts as if it had happened now
    if (last > look.now) return 0;
    const [all] = await tx.select({ count: count() }).from(table).where(only);
    return Math.max(smallestTurn, Math.floor((all?.count ?? 0) * shareOfAll));
  });
}

async function isDue(reader: Reader, kind: RetentionKind, { before, now }: Look): Promise<boolean> {
  const [waiting] = await expiredQuery(reader, kind, before, 1);
  if (!waiting) return false;
  const last = await lastTurn(reader, kind);
  return last > now || now - last >= pauseMs;
}

async function lastTurn(reader: Reader, kind: RetentionKind): Promise<number> {
  const [turn] = await reader.select({ at: jobRuns.at }).from(jobRuns).where(eq(jobRuns.job, kind));
  return turn?.at ?? 0;
}

/** What was deleted: how many rows, and the mails among them, which may have files outside the database. */
type Expired = { count: number; mails: string[] };

export async function deleteExpired(
  db: Database,
  cipher: FieldCipher,
  kind: RetentionKind,
  { before, most }: { before: number; most: number },
): Promise<Expired> {
  const { batchSize, choose, erase } = retained[kind];
  return await db.write(async (tx) => {
    const rows = await expiredQuery(tx, kind, before, Math.min(batchSize, most));
    const due = rows.map(({ id }) => String(id));
    const ids = choose ? await choose(tx, due, cipher) : due;
    return { count: ids.length, mails: ids.length > 0 ? await erase(tx, ids, cipher) : [] };
  });
}

export function expiredQuery(reader: Reader, kind: RetentionKind, before: number, limit: number) {
  const { table, id, only, except, locked, clock, indexed } = retained[kind];
  return reader
    .select({ id: sql<string | number>`${id}` })
    .from(table)
    .where(
      and(
        only,
        except && not(except),
        locked && not(locked),
        lt(indexed, before),
        clock && lt(clock, before),
      ),
    )
    .orderBy(indexed)
    .limit(limit);
}

/** Of those that may be deleted: how many have a clock before `soon` (null: none), and the earliest clock. */
export async function readExtent(
  { read }: Database,
  kind: RetentionKind,
  soon: number | null,
): Promise<{ total: number; dueSoon: number; earliest: number | null }> {
  const { table, only, except, indexed, clock = sql`${indexed}` } = retained[kind];
  const due = except ? sql<number | null>`case when not (${except}) then ${clock} end` : clock;
  const clocks = read
    .select({ clock: due.as('clock') })
    .from(table)
    .where(only)
    .as('clocks');
  const [extent] = await read
    .select({
      total: count(),
      dueSoon: sql<number>`count(case when ${clocks.clock} < ${soon} then 1 end)`,
      earliest: sql<number | null>`min(${clocks.clock})`,
    })
    .from(clocks);
  return extent ?? { total: 0, dueSoon: 0, earliest: null };
}

/** When the periods of rows of a kind began; of unknown ids, and of rows that are not of this kind, nothing. */
export async function readClocks(
  reader: Reader,
  kind: RetentionKind,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { table, id, only, indexed, clock = indexed } = retained[kind];
  const rows = await reader
    .select({ id: sql<string>`${id}`, clock: sql<number>`${clock}` })
    .from(table)
    .where(and(only, inArray(id, [...ids])));
  return new Map(rows.map((row) => [row.id, row.clock]));
}
