import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { thePersonConcerned } from '#domain/accounts/actors';
import { draftsDeleted as action } from '#domain/audit/actions';
import { minuteMs } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { erasedDrafts } from '../schema/applications';
import { auditLog } from '../schema/staff';

/** How many were deleted since the last row of the audit log about them; 0 while that is less than a minute ago. */
export async function countUnrecorded(reader: Reader, now: number): Promise<number> {
  const [last] = await reader
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(eq(auditLog.userId, thePersonConcerned.id), eq(auditLog.action, action), lte(auditLog.at, now)),
    )
    .orderBy(desc(auditLog.at))
    .limit(1);
  if (last && last.at > now - minuteMs) return 0;
  const [since] = await reader
    .select({ drafts: count() })
    .from(erasedDrafts)
    .where(and(gt(erasedDrafts.at, last?.at ?? 0), lte(erasedDrafts.at, now)));
  return since?.drafts ?? 0;
}

/** So that a restored backup does not bring the drafts back. Some hundred at most. */
export async function rememberErasedDrafts(
  tx: Transaction,
  drafts: readonly { id: string; at: number }[],
): Promise<void> {
  await tx
    .insert(erasedDrafts)
    .values(drafts.map(({ id: applicationId, at }) => ({ applicationId, at })))
    .onConflictDoUpdate({ target: erasedDrafts.applicationId, set: { at: sql`excluded.at` } });
}
