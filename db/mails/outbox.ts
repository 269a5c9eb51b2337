/**
 * Mails on their way. A mail is written in the transaction of the fact that causes it, claimed by a worker for the
 * length of a lease, and marked with the result of each attempt. Instants are milliseconds since 1970.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, not, type SQL, sql } from 'drizzle-orm';
import { reminderMails } from '#domain/mails';
import type { Database, Transaction } from '../client';
import { applications, outbox } from '../schema';

export type OutboxMail = typeof outbox.$inferSelect;

/** What a mail is about; it is deleted together with it. */
export type About = Pick<typeof outbox.$inferInsert, 'applicationId' | 'callbackRequestId'>;

export type NewMail = About &
  Pick<typeof outbox.$inferInsert, 'emailType' | 'recipientEmail' | 'recipientName' | 'subject'> & {
    now: number;
  };

/** An attempt, as the holder of the lease reports it. */
type Attempt = { id: string; owner: string; now: number };

/** How long a mail belongs to the worker that claimed it: longer than a delivery may take. */
const leaseMs = 60_000;

/**
 * Puts a mail into the outbox inside the caller's transaction; returns its row. It is due at once, or leased from the
 * start to an `owner` that delivers it at once.
 */
export async function queueMail(
  tx: Transaction,
  { now, ...mail }: NewMail,
  owner: string | null = null,
): Promise<OutboxMail> {
  const lease = { leaseOwner: owner, nextAttemptAt: owner === null ? now : now + leaseMs };
  const [row] = await tx
    .insert(outbox)
    .values({ ...mail, ...lease, id: crypto.randomUUID(), createdAt: now })
    .returning();
  if (!row) throw new Error('An insert returned no row.');
  return row;
}

/**
 * Leases up to `limit` due mails to `owner`, oldest first, in one transaction: no two workers get the same mail. Mails
 * that have lost their reason are deleted instead. An attempt counts only when its result is marked.
 */
export function claimDueMails(
  db: Database,
  { now, owner, limit }: { now: number; owner: string; limit: number },
): Promise<OutboxMail[]> {
  return db.write(async (tx) => {
    const due = (condition?: SQL) =>
      tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(pending, lte(outbox.nextAttemptAt, now), condition))
        .orderBy(asc(outbox.nextAttemptAt))
        .limit(limit);
    // only among the first ones, because the queue may be long: the others are deleted by later claims
    await tx.delete(outbox).where(and(inArray(outbox.id, due()), isPointless()));
    return await tx
      .update(outbox)
      .set({ leaseOwner: owner, nextAttemptAt: now + leaseMs })
      .where(inArray(outbox.id, due(not(isPointless()))))
      .returning();
  });
}

/**
 * Condition on the outbox: the mail has lost its reason. It is a reminder of an application that has been completed, or
 * for which reminders were stopped.
 */
export function isPointless(): SQL {
  return sql`(${outbox.emailType} in ${Object.values(reminderMails)} and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and (${applications.completedAt} is not null or ${applications.remindersStoppedAt} is not null)))`;
}

/** The mail went out. False, and nothing changed, when the lease is no longer the owner's. */
export function markSent(db: Database, attempt: Attempt): Promise<boolean> {
  return settle(db, attempt, { status: 'sent', error: null });
}

/** Not now: try again at `nextAttemptAt`. False, and nothing changed, when the lease is no longer the owner's. */
export function markRetry(
  db: Database,
  { error, nextAttemptAt, ...attempt }: Attempt & { error: string; nextAttemptAt: number },
): Promise<boolean> {
  return settle(db, attempt, { error, nextAttemptAt });
}

/** Given up for good. False, and nothing changed, when the lease is no longer the owner's. */
export function markFailed(
  db: Database,
  { error, ...attempt }: Attempt & { error: string },
): Promise<boolean> {
  return settle(db, attempt, { status: 'failed', error });
}

/**
 * Takes every lease back and makes those mails due, however often they were tried. Only for a single instance at its
 * start: whoever held them is dead. Returns how many.
 */
export function releaseLeases(db: Database, now: number): Promise<number> {
  return db.write(async (tx) => {
    const released = await tx
      .update(outbox)
      .set({ leaseOwner: null, nextAttemptAt: now })
      .where(and(pending, isNotNull(outbox.leaseOwner)))
      .returning({ id: outbox.id });
    return released.length;
  });
}

/**
 * Makes mails due that wait for an instant after `latest`, which is further away than any wait: the clock has been set
 * back since. Leases are left to their owners. Returns how many.
 */
export async function releaseFromFuture(
  db: Database,
  { now, latest }: { now: number; latest: number },
): Promise<number> {
  const ahead = and(pending, gt(outbox.nextAttemptAt, latest), isNull(outbox.leaseOwner));
  // an idle instance takes no lock
  const [waiting] = await db.read.select({ id: outbox.id }).from(outbox).where(ahead).limit(1);
  if (!waiting) return 0;
  const released = await db.write((tx) =>
    tx.update(outbox).set({ nextAttemptAt: now }).where(ahead).returning({ id: outbox.id }),
  );
  return released.length;
}

/** When the next pending mail may be tried or its lease ends; null when none waits. */
export async function nextDueAt(db: Database): Promise<number | null> {
  const [row] = await db.read
    .select({ at: min(outbox.nextAttemptAt) })
    .from(outbox)
    .where(pending);
  return row?.at ?? null;
}

/** When the oldest mail that is still to go out was queued; null when none waits. */
export async function oldestWaiting(db: Database): Promise<number | null> {
  const [row] = await db.read
    .select({ at: min(outbox.createdAt) })
    .from(outbox)
    .where(pending);
  return row?.at ?? null;
}

/** True while the mail's row exists. */
export async function mailExists(db: Database, id: string): Promise<boolean> {
  // asked of the writer: a replica may still show what has just been deleted
  const rows = await db.write((tx) => tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)));
  return rows.length > 0;
}

// written out, not bound: SQLite takes the partial index only for a condition it can read
const pending = sql`${outbox.status} = 'pending'`;

function settle(
  db: Database,
  { id, owner, now }: Attempt,
  result: { status?: 'sent' | 'failed'; error: string | null; nextAttemptAt?: number },
): Promise<boolean> {
  return db.write(async (tx) => {
    const settled = await tx
      .update(outbox)
      .set({ ...result, leaseOwner: null, attemptedAt: now, attempts: sql`${outbox.attempts} + 1` })
      .where(and(pending, eq(outbox.id, id), eq(outbox.leaseOwner, owner)))
      .returning({ id: outbox.id });
    return settled.length === 1;
  });
}
