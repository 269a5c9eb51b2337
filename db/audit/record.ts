/** The audit log: who changed, deleted or read what, and when. Contains no data of visitors. */

import { count, desc } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import type { AuditAction, AuditPage } from '#domain/audit/actions';
import { type PageQuery, paged } from '#domain/lists';
import { isoOf } from '#domain/time';
import type { Database, Transaction } from '../client';
import { auditLog } from '../schema/staff';
import { appendRows } from './chain';

/**
 * Records an action on each of `subjectIds` at instant `now` (ms), in the transaction of the action itself. That must be
 * a write `about` nothing, because two that ran side by side would be the same link of the chain. Returns the ids of the
 * rows, which a mail about them names.
 *
 * @param address the network address of a sign-in, as an HMAC
 */
export async function recordAction(
  tx: Transaction,
  { id: userId, username }: Actor,
  action: AuditAction,
  subjectIds: readonly string[],
  now: number,
  address: string | null = null,
): Promise<number[]> {
  const row = { at: now, userId, username, action, address };
  return await appendRows(
    tx,
    subjectIds.map((subjectId) => ({ ...row, subjectId })),
  );
}

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
