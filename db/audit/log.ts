/** The audit log: who changed, deleted or read what, and when. Contains no data of visitors. */

import { count, desc } from 'drizzle-orm';
import type { AuditPage } from '#domain/audit/actions';
import { type PageQuery, paged } from '#domain/lists';
import { isoOf } from '#domain/time';
import type { Database } from '../client';
import { auditLog } from '../schema/staff';

/** One page of the log, newest first. A page after the last one is empty. */
export async function readAuditLog(db: Database, asked: PageQuery): Promise<Omit<AuditPage, 'chain'>> {
  const { page, pageSize } = asked;
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
  const entries = rows.map(({ id, at, userId, username, action, subjectId }) => ({
    id,
    at: isoOf(at),
    userId,
    username,
    action,
    subjectId,
  }));
  return { entries, ...paged(extent?.total ?? 0, asked) };
}
