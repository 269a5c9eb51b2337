/** The mail log: every attempted mail, with the time and result of its last attempt. */

import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type PageQuery, paged, type SortDirection } from '#domain/lists';
import { type EmailType, mailKinds } from '#domain/mails/kinds';
import type { EmailLog, EmailLogPage, EmailLogSortField, MailStatus } from '#domain/mails/log';
import { isoOf } from '#domain/time';
import type { Database } from '../client';
import { outbox } from '../schema/mails';
import { resendableMails } from './resend';

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
  const pageOf = (rows: Row[], { total, resendable }: Extent) => {
    return { logs: rows.map(logOf), ...paged(total, query), resendable: resendable === 1 };
  };
  if (skippedBy(query) < deep) {
    const [rows, extent] = await db.read.batch([rowsOf(db, query), extentQuery(db, query)]);
    return pageOf(rows, extentOf(extent));
  }
  const extent = extentOf(await extentQuery(db, query));
  return pageOf(await rowsOf(db, query, extent.total), extent);
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

type Extent = { total: number; resendable: 0 | 1 };

export function extentQuery(db: Database, query: EmailLogQuery) {
  // SQLite counts a whole index without reading its rows; the few mails without an attempt are subtracted
  const total =
    query.type || query.status
      ? sql`(select count(*) from ${outbox} where ${listed(query)})`
      : sql`(select count(*) from ${outbox})
        - (select count(*) from ${outbox} where ${outbox.attemptedAt} is null)`;
  return db.read.all<Extent>(
    sql`select ${total} as total, exists ${resendableMails(db.read).limit(1)} as resendable`,
  );
}

export async function readApplicationMails(db: Database, applicationId: string): Promise<EmailLog[]> {
  const rows = await db.read
    .select()
    .from(outbox)
    .where(and(eq(outbox.applicationId, applicationId), isNotNull(outbox.attemptedAt)))
    .orderBy(desc(outbox.attemptedAt), desc(sql`rowid`));
  return rows.map(logOf);
}

type Row = typeof outbox.$inferSelect;

function rowsOf(db: Database, query: EmailLogQuery, total?: number) {
  return db.read
    .select()
    .from(outbox)
    .where(inArray(sql`rowid`, pageQuery(db, query, total)))
    .orderBy(...orderOf(query));
}

const extentOf = ([extent]: Extent[]): Extent => extent ?? { total: 0, resendable: 0 };
const skippedBy = ({ page, pageSize }: EmailLogQuery) => (page - 1) * pageSize;
const opposite = { asc: 'desc', desc: 'asc' } as const;

// without parameters, because SQLite uses a partial index only for a literal condition
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

function logOf(row: Row): EmailLog {
  const { id, emailType, recipientEmail, subject, applicationId, status, attempts, error, bouncedAt } = row;
  return {
    id,
    emailType,
    recipientEmail,
    // it failed before it could be worded
    subject: subject ?? mailKinds[emailType].label,
    sentAt: isoOf(row.attemptedAt ?? row.createdAt),
    successful: status === 'sent',
    status,
    attempts,
    errorMessage: error,
    bouncedAt: bouncedAt === null ? null : isoOf(bouncedAt),
    bounceCode: row.bounceCode,
    applicationId,
  };
}
