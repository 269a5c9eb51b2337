/**
 * The queue of mails. A mail is queued in the transaction of its cause, claimed by a worker for the length of a lease,
 * and marked with the result of each attempt. Instants are milliseconds since 1970.
 */

import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { privacyLinkMinutes } from '#domain/law/privacy';
import {
  type EmailType,
  emailTypes,
  mailKinds,
  reminderMails,
  turnSentence,
  visitorMails,
} from '#domain/mails/kinds';
import { minuteMs } from '#domain/time';
import type { Database, Transaction } from '../client';
import { applications, contactData } from '../schema/applications';
import { outbox } from '../schema/mails';
import { isWaitingForTurn, type Turns, takeTurns } from './first-contacts';

export type OutboxMail = typeof outbox.$inferSelect;

/** The subject of a mail; the mail is deleted with it. */
export type About = Pick<
  typeof outbox.$inferInsert,
  | 'applicationId'
  | 'callbackRequestId'
  | 'withdrawalId'
  | 'adviceRecordId'
  | 'caseMessageId'
  | 'auditId'
  | 'account'
>;

export type NewMail = About &
  Pick<
    typeof outbox.$inferInsert,
    'emailType' | 'recipientEmail' | 'recipientName' | 'subject' | 'byHand' | 'followUp'
  > & {
    now: number;
    /** HMAC of the client network that caused it; left out: the one behind the application. */
    network?: string | null;
  };

/** `owner` holds the lease. `inDoubt`: how many attempts left open whether the mail arrived; left out: as before. */
export type Attempt = { id: string; owner: string; now: number; inDoubt?: number };

export const leaseMs = minuteMs;

/** Queues a mail and returns its row. It is due at once, or leased to the `owner`, which delivers it immediately. */
export async function queueMail(
  tx: Transaction,
  { now, network, ...mail }: NewMail,
  owner: string | null = null,
): Promise<OutboxMail> {
  const caused = visitorMails.includes(mail.emailType) ? (network ?? networkBehind(mail)) : null;
  const lease = { leaseOwner: owner, nextAttemptAt: owner === null ? now : now + leaseMs };
  const [row] = await tx
    .insert(outbox)
    .values({ ...mail, ...lease, network: caused, id: crypto.randomUUID(), createdAt: now })
    .returning();
  if (!row) throw new Error('An insert returned no row.');
  return row;
}

function networkBehind({ applicationId }: About): SQL | null {
  if (!applicationId) return null;
  return sql`(select ${applications.network} from ${applications} where ${applications.id} = ${applicationId})`;
}

/** `turns`: by which first mails to new mailboxes are limited; null: they are not. */
type Claim = { now: number; owner: string; limit: number; turns?: Turns | null };

/** As many due mails are looked at for those that need not wait for their turn. */
const lookAhead = 50;

/**
 * Leases up to `limit` due mails to `owner`, oldest first, in one transaction, so that no two workers get the same
 * mail. Pointless mails, and those whose link has expired, are deleted instead. An attempt counts only when its result is marked.
 */
export async function claimDueMails(db: Database, claim: Claim): Promise<OutboxMail[]> {
  for (;;) {
    const { mails, held } = await db.write((tx) => claimIn(tx, claim));
    // those that wait are not due any more, and there may be others behind them
    if (mails.length > 0 || held === 0) return mails;
  }
}

async function claimIn(tx: Transaction, { now, owner, limit, turns = null }: Claim) {
  // those of one instant in the order in which they were queued
  const order = [asc(outbox.nextAttemptAt), sql`rowid`];
  const due = (most: number, condition?: SQL) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(pending, lte(outbox.nextAttemptAt, now), condition))
      .orderBy(...order)
      .limit(most);
  const expired = sql`(${outbox.emailType} = ${privacyMail} and not ${isWaitingForTurn}
      and ${outbox.createdAt} < ${now - privacyLinkMinutes * minuteMs})`;
  const isGone = sql`(${isPointless()} or ${expired})`;
  // only among the first, because the queue may be long; later claims delete the others
  await tx.delete(outbox).where(and(inArray(outbox.id, due(limit)), isGone));
  const lease = (mails: SQLWrapper | string[]) =>
    tx
      .update(outbox)
      .set({
        leaseOwner: owner,
        nextAttemptAt: now + leaseMs,
        // a mail that has waited for its turn has it now, and its link is valid from now on
        error: sql`nullif(${outbox.error}, ${turnSentence})`,
        attemptedAt: sql`iif(${isWaitingForTurn}, ${now}, ${outbox.attemptedAt})`,
        createdAt: sql`iif(${isWaitingForTurn} and ${outbox.emailType} = ${privacyMail}, ${now}, ${outbox.createdAt})`,
      })
      .where(inArray(outbox.id, mails))
      .returning();
  if (!turns) return { mails: await lease(due(limit, not(isGone))), held: 0 };
  const looked = tx.select().from(outbox);
  const rows = await looked.where(inArray(outbox.id, due(lookAhead, not(isGone)))).orderBy(...order);
  const { ids, held } = await takeTurns(tx, rows, turns, { now, limit });
  return { mails: ids.length > 0 ? await lease(ids) : [], held };
}

/**
 * Condition: the mail is a reminder, and its application is completed, its reminders were stopped, or nobody consents to
 * it and staff did not send it; or it has documents, could not be sent so far, and its application is completed, whose
 * mail has the documents too; or it goes to a visitor whose application is to be erased; or it leads to an open
 * application that has another address by now. SQLite cannot compare Punycode, which earlier versions stored: who writes
 * such a mail does (`server/mail/links.ts`).
 */
export function isPointless(): SQL {
  return sql`((${outbox.emailType} in ${leadingMails} and exists (
    select 1 from ${applications} inner join ${contactData} on ${contactData.applicationId} = ${applications.id}
    where ${applications.id} = ${outbox.applicationId} and ${applications.completedAt} is null
    and lower(${contactData.email}) <> lower(${outbox.recipientEmail})
    and ${contactData.email} || ${outbox.recipientEmail} not like '%xn--%'))
    or (${outbox.emailType} in ${Object.values(reminderMails)} and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and (${applications.completedAt} is not null or ${applications.remindersStoppedAt} is not null
    or (${applications.reminderConsent} = 0 and ${outbox.byHand} = 0))))
    or (${outbox.emailType} = ${documentsMail} and ${outbox.attemptedAt} is not null and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and ${applications.completedAt} is not null))
    or (${outbox.emailType} not in ${staffMails} and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and ${applications.restrictedAt} is not null)))`;
}

/**
 * Deletes the queued reminders of these applications, except leased ones. `claimDueMails` would delete them too, but
 * only when they are due; until then the mail log would show them.
 */
export async function deleteWaitingReminders(
  tx: Transaction,
  applicationIds: readonly string[],
  types: EmailType[] = Object.values(reminderMails),
): Promise<void> {
  await tx
    .delete(outbox)
    .where(
      and(
        inArray(outbox.applicationId, [...applicationIds]),
        inArray(outbox.emailType, types),
        eq(outbox.status, 'pending'),
        isNull(outbox.leaseOwner),
      ),
    );
}

const staffMails = emailTypes.filter((type) => mailKinds[type].to === 'staff');

const documentsMail: EmailType = 'documents';
const privacyMail: EmailType = 'privacy_link';
const leadingMails: EmailType[] = [...Object.values(reminderMails), 'access_link', 'erasure_notice'];

/** Like `markRetry` and `markFailed` it returns false and changes nothing if the owner no longer holds the lease. */
export function markSent(
  db: Database,
  attempt: Attempt,
  also?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return settle(db, attempt, { status: 'sent', error: null }, also);
}

export function markRetry(
  db: Database,
  { error, nextAttemptAt, ...attempt }: Attempt & { error: string; nextAttemptAt: number },
): Promise<boolean> {
  return settle(db, attempt, { error, nextAttemptAt });
}

export function markFailed(
  db: Database,
  { error, ...attempt }: Attempt & { error: string },
): Promise<boolean> {
  return settle(db, attempt, { status: 'failed', error });
}

/**
 * Ends all leases and makes their mails due, but those that may have arrived; returns how many. Only for a single
 * instance at its start, when no worker can hold a lease.
 */
export function releaseLeases(db: Database, now: number): Promise<number> {
  return db.write(async (tx) => {
    const released = await tx
      .update(outbox)
      .set({
        leaseOwner: null,
        nextAttemptAt: sql`iif(${outbox.inDoubt} > 0, max(${outbox.nextAttemptAt}, ${now}), ${now})`,
      })
      .where(and(pending, isNotNull(outbox.leaseOwner)))
      .returning({ id: outbox.id });
    return released.length;
  });
}

/**
 * Makes mails due whose next attempt is after `latest`, which is later than any wait allows: the clock was set back.
 * Those that may have arrived wait longer. Leased mails are left alone. Returns how many.
 */
export async function releaseFromFuture(
  db: Database,
  { now, latest, latestInDoubt }: { now: number; latest: number; latestInDoubt: number },
): Promise<number> {
  const tooLate = or(eq(outbox.inDoubt, 0), gt(outbox.nextAttemptAt, latestInDoubt));
  const ahead = and(pending, gt(outbox.nextAttemptAt, latest), tooLate, isNull(outbox.leaseOwner));
  // an idle instance takes no lock
  const [waiting] = await db.read.select({ id: outbox.id }).from(outbox).where(ahead).limit(1);
  if (!waiting) return 0;
  const released = await db.write((tx) =>
    tx.update(outbox).set({ nextAttemptAt: now }).where(ahead).returning({ id: outbox.id }),
  );
  return released.length;
}

export function nextDueAt(db: Database): Promise<number | null> {
  return earliest(db, outbox.nextAttemptAt);
}

/**
 * When the oldest pending mail was queued that does not wait for its turn; null if none is pending. One that has waited for
 * it counts from its turn until it was attempted.
 */
export function oldestWaiting(db: Database): Promise<number | null> {
  const since = sql`iif(${outbox.attempts} = 0, coalesce(${outbox.attemptedAt}, ${outbox.createdAt}), ${outbox.createdAt})`;
  return earliest(db, since, not(isWaitingForTurn));
}

// without parameters, because SQLite uses a partial index only for a literal condition
const pending = sql`${outbox.status} = 'pending'`;

async function earliest(
  db: Database,
  instant: SQL | typeof outbox.nextAttemptAt,
  condition?: SQL,
): Promise<number | null> {
  const [row] = await db.read
    .select({ at: sql<number | null>`min(${instant})` })
    .from(outbox)
    .where(and(pending, condition));
  return row?.at ?? null;
}

function settle(
  db: Database,
  { id, owner, now, inDoubt }: Attempt,
  result: { status?: 'sent' | 'failed'; error: string | null; nextAttemptAt?: number },
  also: (tx: Transaction) => Promise<void> = async () => {},
): Promise<boolean> {
  return db.write(async (tx) => {
    const settled = await tx
      .update(outbox)
      .set({ ...result, inDoubt, leaseOwner: null, attemptedAt: now, attempts: sql`${outbox.attempts} + 1` })
      .where(and(pending, eq(outbox.id, id), eq(outbox.leaseOwner, owner)))
      .returning({ id: outbox.id });
    if (settled.length === 1) await also(tx);
    return settled.length === 1;
  });
}
