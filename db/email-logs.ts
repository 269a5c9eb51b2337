/** The mail log: every mail that was tried, with the time and result of its last attempt. */
import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { EmailLog, EmailLogPage, EmailLogSortField, SortDirection } from '../domain/backoffice';
import type { EmailType } from '../domain/email';
import type { Database } from './client';
import { outbox } from './schema';

export type EmailLogQuery = {
  /** From 1. */
  page: number;
  pageSize: number;
  sortField: EmailLogSortField;
  sortDirection: SortDirection;
  /** Null: every type. */
  type: EmailType | null;
};

const columns = {
  sentAt: outbox.attemptedAt,
  emailType: outbox.emailType,
  recipientEmail: outbox.recipientEmail,
  subject: outbox.subject,
  // failed < pending < sent: what did not go out stands together
  successful: outbox.status,
} as const;

/** One page of the log and its extent, in one round trip of two statements. A page behind the last one is empty. */
export async function readEmailLogs(db: Database, query: EmailLogQuery): Promise<EmailLogPage> {
  const [rows, [extent]] = await db.read.batch([
    db.read
      .select()
      .from(outbox)
      .where(inArray(sql`rowid`, pageQuery(db, query)))
      .orderBy(...orderOf(query)),
    db.read.select({ total: count() }).from(outbox).where(listed(query)),
  ]);
  const total = extent?.total ?? 0;
  return { logs: rows.map(logOf), total, totalPages: Math.ceil(total / query.pageSize) };
}

/** Which rows stand on a page: those before it are skipped in an index, without a look at the table. */
export function pageQuery(db: Database, query: EmailLogQuery) {
  return db.read
    .select({ rowid: sql`rowid` })
    .from(outbox)
    .where(listed(query))
    .orderBy(...orderOf(query))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
}

/** The mails about one application that were tried, newest first. */
export async function readApplicationMails(db: Database, applicationId: string): Promise<EmailLog[]> {
  const rows = await db.read
    .select()
    .from(outbox)
    .where(and(eq(outbox.applicationId, applicationId), isNotNull(outbox.attemptedAt)))
    .orderBy(desc(outbox.attemptedAt), desc(sql`rowid`));
  return rows.map(logOf);
}

// written out, not bound: SQLite takes a partial index only for a condition it can read
const tried = sql`${outbox.attemptedAt} is not null`;

function listed({ type }: EmailLogQuery) {
  return and(tried, type ? eq(outbox.emailType, type) : undefined);
}

/** Ties are decided the same way round as the sorting itself: so one index serves both directions. */
function orderOf({ sortField, sortDirection }: EmailLogQuery): SQL[] {
  const towards = sortDirection === 'asc' ? asc : desc;
  const ties = sortField === 'sentAt' ? [] : [outbox.attemptedAt];
  return [columns[sortField], ...ties, sql`rowid`].map((column) => towards(column));
}

function logOf(row: typeof outbox.$inferSelect): EmailLog {
  const { id, emailType, recipientEmail, subject, applicationId, status, attempts, error } = row;
  return {
    id,
    emailType,
    recipientEmail,
    subject,
    sentAt: new Date(row.attemptedAt ?? row.createdAt).toISOString(),
    successful: status === 'sent',
    status,
    attempts,
    errorMessage: error,
    applicationId,
  };
}
