/** Drafts that persons delete themselves. Instants are milliseconds since 1970. */
import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { thePersonConcerned } from '#domain/accounts/actors';
import { draftsDeleted as action } from '#domain/audit/actions';
import { recordAction } from '../audit/record';
import type { Database, Reader, Transaction } from '../client';
import { erasedDrafts } from '../schema/applications';
import { auditLog } from '../schema/staff';

const minuteMs = 60_000;

/**
 * Remembers the ids, so that a restored backup does not bring the drafts back, and records in the audit log how many were
 * deleted since its last row about it. One row a minute: who begins and deletes drafts without end must not fill the log,
 * of which nobody can remove anything.
 */
export async function recordErasedDrafts(
  tx: Transaction,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await rememberErasedDrafts(
    tx,
    ids.map((id) => ({ id, at: now })),
  );
  await recordWhenDue(tx, now);
}

/** The same for those whose minute has ended without another deletion; an idle instance takes no lock. */
export async function recordPastErasures(db: Database, now: number): Promise<void> {
  if ((await unrecorded(db.read, now)) > 0) await db.write((tx) => recordWhenDue(tx, now));
}

async function recordWhenDue(tx: Transaction, now: number): Promise<void> {
  const drafts = await unrecorded(tx, now);
  if (drafts > 0) await recordAction(tx, thePersonConcerned, action, [String(drafts)], now);
}

/** How many were deleted since the last row; 0 while that is less than a minute ago. */
async function unrecorded(reader: Reader, now: number): Promise<number> {
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

/** Stores ids, some hundred at most, with the instants of their deletion. */
export async function rememberErasedDrafts(
  tx: Transaction,
  drafts: readonly { id: string; at: number }[],
): Promise<void> {
  await tx
    .insert(erasedDrafts)
    .values(drafts.map(({ id: applicationId, at }) => ({ applicationId, at })))
    .onConflictDoUpdate({ target: erasedDrafts.applicationId, set: { at: sql`excluded.at` } });
}
