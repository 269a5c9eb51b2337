/** The mail log: every attempted mail, with the time and result of its last attempt. */
import { and, asc, count, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { pick } from '#domain/keys';
import { type PageQuery, paged, type SortDirection } from '#domain/lists';
import { type EmailType, emailTypes, mailKinds, reminderMails, stoppedSentence } from '#domain/mails/kinds';
import {
  type EmailLog,
  type EmailLogPage,
  type EmailLogSortField,
  type MailStatus,
  uncertainDelivery,
} from '#domain/mails/log';
import { notSentInTrial } from '#domain/site-state';
import { isoOf } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications, contactData } from '../schema/applications';
import { callbackRequests } from '../schema/desk';
import { offers } from '../schema/law';
import { outbox } from '../schema/mails';
import type { OutboxMail } from './outbox';

export type EmailLogQuery = PageQuery & {
  sortField: EmailLogSortField;
  sortDirection: SortDirection;
  type: EmailType | null;
  status: MailStatus | null;
};

const columns = {
  sentAt: outbox.attemptedAt,
  emailType: outbox.emailType,
  recipientEmail: outbox.recipientEmail,
  subject: outbox.subject,
  // bounced < failed < pending < sent: mails that were not sent are together
  successful: outbox.status,
} as const;

/** From this offset on a page is read from the nearer end of the log, which takes one more round trip. */
const deep = 10_000;

export async function readEmailLogs(db: Database, query: EmailLogQuery): Promise<EmailLogPage> {
  const isDeep = skippedBy(query) >= deep;
  const [rows, [extent]] = isDeep
    ? await fromNearerEnd(db, query)
    : await db.read.batch([rowsOf(db, query), extentQuery(db, query)]);
  const { total = 0, resendable = 0 } = extent ?? {};
  return { logs: rows.map(logOf), ...paged(total, query), resendable: resendable === 1 };
}

async function fromNearerEnd(db: Database, query: EmailLogQuery) {
  const extents = await extentQuery(db, query);
  return [await rowsOf(db, query, extents[0]?.total ?? 0), extents] as const;
}

/** Skipped in an index, without reading the table. With `total`, from the end if that is nearer. */
export function pageQuery(db: Database, query: EmailLogQuery, total = Number.POSITIVE_INFINITY) {
  const skipped = skippedBy(query);
  const onPage = Math.max(0, Math.min(query.pageSize, total - skipped));
  const after = Math.max(0, total - skipped - onPage);
  const fromEnd = after < skipped;
  return db.read
    .select({ rowid: sql`rowid` })
    .from(outbox)
    .where(listed(query))
    .orderBy(...orderOf(fromEnd ? { ...query, sortDirection: opposite[query.sortDirection] } : query))
    .limit(onPage)
    .offset(fromEnd ? after : skipped);
}

export function extentQuery(db: Database, query: EmailLogQuery) {
  // SQLite counts a whole index without reading its rows; the few mails without an attempt are subtracted
  const total =
    query.type || query.status
      ? sql`(select count(*) from ${outbox} where ${listed(query)})`
      : sql`(select count(*) from ${outbox})
        - (select count(*) from ${outbox} where ${outbox.attemptedAt} is null)`;
  return db.read.all<{ total: number; resendable: 0 | 1 }>(
    sql`select ${total} as total, exists ${resendableMails(db.read).limit(1)} as resendable`,
  );
}

export async function readApplicationMails(db: Database, applicationId: string): Promise<EmailLog[]> {
  return (await mailsAbout(db.read, { applicationId })).map(logOf);
}

const mailsAbout = statement((on) =>
  on
    .select(told)
    .from(outbox)
    .where(and(eq(outbox.applicationId, sql.placeholder('applicationId')), isNotNull(outbox.attemptedAt)))
    .orderBy(desc(outbox.attemptedAt), desc(sql`rowid`)),
);

function rowsOf(db: Database, query: EmailLogQuery, total?: number) {
  return db.read
    .select(told)
    .from(outbox)
    .where(inArray(sql`rowid`, pageQuery(db, query, total)))
    .orderBy(...orderOf(query));
}

const skippedBy = ({ page, pageSize }: EmailLogQuery) => (page - 1) * pageSize;
const opposite = { asc: 'desc', desc: 'asc' } as const;

const tried = sql`${outbox.attemptedAt} is not null`;

/**
 * A plus sign keeps SQLite from an index. Nearly all mails were sent: sorting these takes longer than walking along the
 * index of the order, past the others. The others are few, so they are found by their status and then sorted.
 */
function listed({ type, status, sortField }: EmailLogQuery) {
  const isSorted =
    sortField === 'sentAt' || sortField === 'successful' || (sortField === 'emailType' && type);
  const plus = (isPlus: boolean) => sql.raw(isPlus && !isSorted ? '+' : '');
  return and(
    tried,
    type ? sql`${plus(status !== null && status !== 'sent')}${outbox.emailType} = ${type}` : undefined,
    status ? sql`${plus(status === 'sent')}${outbox.status} = ${status}` : undefined,
  );
}

/** Ties have the same direction as the sorting, so that one index serves both directions. */
function orderOf({ sortField, sortDirection }: EmailLogQuery): SQL[] {
  const towards = sortDirection === 'asc' ? asc : desc;
  const ties = sortField === 'sentAt' ? [] : [outbox.attemptedAt];
  return [columns[sortField], ...ties, sql`rowid`].map((column) => towards(column));
}

const told = pick(
  outbox,
  ...(['id', 'emailType', 'recipientEmail', 'subject', 'status', 'attempts', 'error'] as const),
  ...(['createdAt', 'attemptedAt', 'bouncedAt', 'bounceCode', 'applicationId'] as const),
);

function logOf(row: Pick<OutboxMail, keyof typeof told>): EmailLog {
  const { id, emailType, recipientEmail, subject, status, attempts, bouncedAt, bounceCode, applicationId } =
    row;
  return {
    ...{ id, emailType, recipientEmail },
    // it failed before it could be worded
    subject: subject ?? mailKinds[emailType].label,
    sentAt: isoOf(row.attemptedAt ?? row.createdAt),
    successful: status === 'sent',
    ...{ status, attempts, errorMessage: row.error },
    ...{ bouncedAt: isoOf(bouncedAt), bounceCode, applicationId },
  };
}

/**
 * Makes mails that failed or came back, some hundred at most, due again as if new, unless they are pointless; returns
 * their ids. The report stays: it may come once more.
 */
export async function retryFailed(tx: Transaction, ids: readonly string[], now: number): Promise<string[]> {
  // the error stays until the next attempt, so that the mail log still shows it
  const rows = await tx
    .update(outbox)
    .set({
      status: 'pending',
      attempts: 0,
      inDoubt: 0,
      nextAttemptAt: now,
      leaseOwner: null,
      bouncedAt: null,
      bounceCode: null,
    })
    .where(and(inArray(outbox.id, [...ids]), or(failed, eq(outbox.status, 'bounced')), not(isPointless())))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

/** Together: none that may have arrived, came back or was stopped, no pointless ones, and one reminder per application. */
export function resendableMails(reader: Reader) {
  return reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(failed, notUncertain, not(isPointless()), not(isOutdatedReminder())));
}

export async function countFailed({ read }: Pick<Database, 'read'>): Promise<number> {
  const [row] = await read.select({ mails: count() }).from(outbox).where(and(failed, notUncertain));
  return row?.mails ?? 0;
}

export async function findMail(tx: Transaction, id: string): Promise<OutboxMail | null> {
  const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return mail ?? null;
}

/** Those of the ids, some hundred at most, that no mail has. */
export async function missingMails(db: Database, ids: string[]): Promise<string[]> {
  // not from a replica, which may be behind
  const rows = await db.write((tx) =>
    tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.id, ids)),
  );
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

const failed = sql`${outbox.status} = 'failed' and ${outbox.attemptedAt} is not null`;
const notUncertain = sql`coalesce(${outbox.error}, '') not like ${`${uncertainDelivery}%`}
  and coalesce(${outbox.error}, '') not in (${stoppedSentence}, ${notSentInTrial})`;

function isOutdatedReminder(): SQL {
  const reminders = Object.values(reminderMails);
  return sql`(${outbox.emailType} in ${reminders} and exists (
    select 1 from ${outbox} later where later.application_id = ${outbox.applicationId}
    and later.email_type in ${reminders} and later.rowid > ${outbox}.rowid))`;
}

/**
 * Condition: the mail is a reminder, and its application is completed, its reminders were stopped, or nobody consents to
 * it and staff did not send it; or it has documents, could not be sent so far, and its application is completed, whose
 * mail has the documents too; or it goes to a visitor whose application is to be erased; or it leads to an open
 * application that has another address by now; or it is about an offer whose person has stopped it or applied; or about
 * a callback whose person wants none any more. SQLite cannot compare Punycode, which 0.2.0 stored: who writes
 * such a mail does (`server/mails/content.ts`).
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
    or (${outbox.emailType} = ${offerReminder} and (exists (
    select 1 from ${offers} where ${offers.id} = ${outbox.offerId} and ${offers.reminderConsent} = 0)
    or ${isCompletedFrom(outbox.offerId)}))
    or (${outbox.emailType} <> ${reply} and exists (select 1 from ${callbackRequests}
    where ${callbackRequests.id} = ${outbox.callbackRequestId} and ${callbackRequests.noCallsAt} is not null))
    or (${outbox.emailType} = ${documentsMail} and ${outbox.attemptedAt} is not null and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and ${applications.completedAt} is not null))
    or (${outbox.emailType} not in ${staffMails} and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and ${applications.restrictedAt} is not null)))`;
}

const staffMails = emailTypes.filter((type) => mailKinds[type].to === 'staff');

const documentsMail: EmailType = 'documents';
const reply: EmailType = 'case_reply';
const offerReminder: EmailType = 'offer_reminder';
const leadingMails: EmailType[] = [...Object.values(reminderMails), 'access_link', 'erasure_notice'];

/** Condition: an application that was begun from the offer with this id is completed. */
export function isCompletedFrom(offerId: typeof offers.id | typeof outbox.offerId): SQL {
  return sql`exists (select 1 from ${applications} where ${applications.prefilledFrom} = ${offerId}
    and ${applications.prefilledBy} = 'offer' and ${applications.completedAt} is not null)`;
}
