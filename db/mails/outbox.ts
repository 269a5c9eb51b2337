/**
 * Mails on their way. A mail is written in the transaction of the fact that causes it, claimed by a worker for the
 * length of a lease, and marked with the result of each attempt (contract 3). Instants are milliseconds since 1970.
 */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, not, sql } from 'drizzle-orm';
import type { EmailType } from '#domain/mails';
import type { Database, Transaction } from '../client';
import { outbox } from '../schema';
import { isOutdatedReminder, isPointlessReminder } from './reminders';

export type OutboxMail = typeof outbox.$inferSelect;

export type NewMail = {
  emailType: EmailType;
  recipientEmail: string;
  recipientName?: string;
  subject: string;
  /** What the mail is about; it goes when its subject matter is deleted. */
  applicationId?: string;
  callbackRequestId?: string;
  now: number;
};

/** Result of an attempt, told by the holder of the lease. */
export type Attempt = { id: string; owner: string; now: number };

/** Puts a mail into the outbox inside the caller's transaction, due at once; answers its id. */
export async function queueMail(tx: Transaction, { now, ...mail }: NewMail): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(outbox).values({ ...mail, id, createdAt: now, nextAttemptAt: now });
  return id;
}

/** Like `queueMail`, but leased to `owner` from the start, who delivers it himself; answers the row. */
export async function queueLeasedMail(
  tx: Transaction,
  { now, ...mail }: NewMail,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<OutboxMail> {
  const row = { ...mail, id: crypto.randomUUID(), createdAt: now };
  const lease = { leaseOwner: owner, nextAttemptAt: now + leaseMs };
  const [leased] = await tx
    .insert(outbox)
    .values({ ...row, ...lease })
    .returning();
  if (!leased) throw new Error('An insert answered no row.');
  return leased;
}

/**
 * Leases up to `limit` due mails to `owner` for `leaseMs`, oldest first, in one statement: no two workers get the
 * same mail. An attempt counts only when its result is marked.
 */
export function claimDueMails(
  db: Database,
  { now, owner, leaseMs, limit }: { now: number; owner: string; leaseMs: number; limit: number },
): Promise<OutboxMail[]> {
  return db.write((tx) => {
    const due = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(pending, lte(outbox.nextAttemptAt, now), not(isPointlessReminder())))
      .orderBy(asc(outbox.nextAttemptAt))
      .limit(limit);
    return tx
      .update(outbox)
      .set({ leaseOwner: owner, nextAttemptAt: now + leaseMs })
      .where(inArray(outbox.id, due))
      .returning();
  });
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
 * Takes every lease back and makes those mails due, however often they were tried; answers how many. Only for a
 * single instance at its start: whoever held them is dead.
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

/**
 * Makes those of the mails due again that were given up and still have a reason, as if they were new; returns their ids.
 * Some hundred at most.
 */
export async function retryFailed(tx: Transaction, ids: readonly string[], now: number): Promise<string[]> {
  // its error stays until the next attempt: the mail log goes on telling what happened
  const rows = await tx
    .update(outbox)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: now, leaseOwner: null })
    .where(and(inArray(outbox.id, [...ids]), failed, not(isPointlessReminder())))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

/** Ids of the failed mails that may be sent again all at once: those whose reason has not gone, one reminder a person. */
export function resendableMails(reader: Database['read'] | Transaction) {
  return reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(failed, not(isPointlessReminder()), not(isOutdatedReminder())));
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

/** The mail with this id, or null. */
export async function findMail(tx: Transaction, id: string): Promise<OutboxMail | null> {
  const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return mail ?? null;
}

/** True while the mail's row exists; it goes with the application or callback request that it is about. */
export async function mailExists(db: Database, id: string): Promise<boolean> {
  // asked of the writer: a replica may still show what has just been deleted
  const rows = await db.write((tx) => tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)));
  return rows.length > 0;
}

// written out, not bound: SQLite takes the partial index only for a condition it can read
const pending = sql`${outbox.status} = 'pending'`;
const failed = sql`${outbox.status} = 'failed' and ${outbox.attemptedAt} is not null`;

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
