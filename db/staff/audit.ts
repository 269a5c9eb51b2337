/** The audit log: which member of staff changed or deleted which id, and when. Contains no data of visitors. */
import { count, desc } from 'drizzle-orm';
import type { AuditAction, AuditPage } from '#domain/backoffice/audit';
import type { PageQuery } from '#domain/backoffice/lists';
import type { Database, Transaction } from '../client';
import { auditLog } from '../schema';

export type Actor = { id: string; username: string };

const rowsAtOnce = 500;

/** Records an action on each of `subjectIds` at instant `now` (ms), in the transaction of the action itself. */
export async function recordAction(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  subjectIds: readonly string[],
  now: number,
): Promise<void> {
  const { id: userId, username } = actor;
  for (let from = 0; from < subjectIds.length; from += rowsAtOnce) {
    const ids = subjectIds.slice(from, from + rowsAtOnce);
    await tx
      .insert(auditLog)
      .values(ids.map((subjectId) => ({ at: now, userId, username, action, subjectId })));
  }
}

/** One page of the log, newest first. A page after the last one is empty. */
export async function readAuditLog(db: Database, { page, pageSize }: PageQuery): Promise<AuditPage> {
  const [rows, [extent]] = await db.read.batch([
    db.read
      .select()
      .from(auditLog)
      // ids grow with time and, unlike instants, are unique
      .orderBy(desc(auditLog.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.read.select({ total: count() }).from(auditLog),
  ]);
  const total = extent?.total ?? 0;
  const entries = rows.map(({ id, at, username, action, subjectId }) => ({
    id,
    at: new Date(at).toISOString(),
    username,
    action,
    subjectId,
  }));
  return { entries, total, totalPages: Math.ceil(total / pageSize) };
}
