/** Applications that nobody came back to. Instants are milliseconds since 1970. */
import { and, count, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../client';
import { applications, jobRuns, outbox } from '../schema';

type Reader = Database['read'] | Transaction;
type Look = { untouchedSince: number; now: number };

const atLeast = 20;
const shareOfOpen = 0.05;
const restMs = 3_600_000;

// written out, not bound: SQLite takes the partial index only for a condition it can read
const isOpen = sql`${applications.completedAt} is null`;

/**
 * Takes this hour's turn to erase, for all instances, when an open application was last changed before
 * `untouchedSince`. Returns how many may go: a clock that is wrong must not empty the database (decision 017). 0: none
 * is due, or the last turn is less than an hour ago.
 */
export async function takeErasingTurn(db: Database, look: Look): Promise<number> {
  // an idle instance takes no lock
  if (!(await isDue(db.read, look))) return 0;
  return await db.write(async (tx) => {
    if (!(await isDue(tx, look))) return 0;
    const last = await lastTurn(tx);
    const turn = { job: 'retention', at: look.now } as const;
    await tx.insert(jobRuns).values(turn).onConflictDoUpdate({ target: jobRuns.job, set: turn });
    // the clock was set back: the last turn counts as one of now
    if (last > look.now) return 0;
    const [open] = await tx.select({ count: count() }).from(applications).where(isOpen);
    return Math.max(atLeast, Math.floor((open?.count ?? 0) * shareOfOpen));
  });
}

async function isDue(reader: Reader, { untouchedSince, now }: Look): Promise<boolean> {
  const [waiting] = await forgottenQuery(reader, untouchedSince, 1);
  if (!waiting) return false;
  const last = await lastTurn(reader);
  return last > now || now - last >= restMs;
}

async function lastTurn(reader: Reader): Promise<number> {
  const [turn] = await reader.select({ at: jobRuns.at }).from(jobRuns).where(eq(jobRuns.job, 'retention'));
  return turn?.at ?? 0;
}

/**
 * Erases up to `limit` open applications last changed before `untouchedSince`, with their data sets and mails, those
 * that wait longest first. Returns the ids of their mails, of which files may be left elsewhere.
 */
export async function eraseForgotten(
  db: Database,
  { untouchedSince, limit }: { untouchedSince: number; limit: number },
): Promise<{ applications: number; mails: string[] }> {
  return await db.write(async (tx) => {
    const rows = await forgottenQuery(tx, untouchedSince, limit);
    const ids = rows.map(({ id }) => id);
    const mails = await tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.applicationId, ids));
    await tx.delete(applications).where(inArray(applications.id, ids));
    return { applications: ids.length, mails: mails.map(({ id }) => id) };
  });
}

/** Ids of open applications last changed before `untouchedSince`, those that wait longest first. */
export function forgottenQuery(reader: Reader, untouchedSince: number, limit: number) {
  return reader
    .select({ id: applications.id })
    .from(applications)
    .where(and(isOpen, lt(applications.updatedAt, untouchedSince)))
    .orderBy(applications.updatedAt)
    .limit(limit);
}

/** Those of the ids, some hundred at most, that no mail has any more. */
export async function missingMails(db: Database, ids: readonly string[]): Promise<string[]> {
  // asked of the writer: a replica may not show yet what has just been queued
  const rows = await db.write((tx) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(inArray(outbox.id, [...ids])),
  );
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}
