/** What was erased, but not by the clock alone. A restored backup must not bring it back. Instants are milliseconds since 1970. */
import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { thePersonConcerned } from '#domain/accounts/actors';
import { type AuditAction, draftsDeleted } from '#domain/audit/actions';
import { minuteMs } from '#domain/time';
import type { Reader, Transaction } from './client';
import { erasures } from './schema/applications';
import { auditLog } from './schema/staff';

/**
 * Everything of persons that staff or they themselves can erase, with its table and the action in the audit log. A kind
 * is added here, and to `erasers` (`db/erasers.ts`) and the words of a restore, which do not compile without it:
 *
 *     offer: { table: 'offers', action: 'offer_deleted' },
 *
 * A deed erases by `eraseRows` (`server/erasures.ts`), which adds the row to the audit log and remembers the erasure
 * here, where a restore reads it. `contact` and `policyholder`: their part of an open application.
 */
export const erasedKinds = {
  application: { table: 'applications', action: 'application_deleted' },
  /** By its person. The audit log has one row a minute for all of them: `server/erasures.ts`. */
  draft: { table: 'applications', action: null },
  preparation: { table: 'preparations', action: 'preparation_deleted' },
  offer: { table: 'offers', action: 'offer_deleted' },
  callback: { table: 'callback_requests', action: 'callback_deleted' },
  user: { table: 'users', action: 'user_deleted' },
  contact: { table: 'applications', action: 'contact_erased' },
  policyholder: { table: 'applications', action: 'policyholder_erased' },
} as const satisfies Record<string, { table: string; action: AuditAction | null }>;
export type ErasedKind = keyof typeof erasedKinds;
export type Erasure = { kind: ErasedKind; id: string; at: number };

export async function rememberErasures(tx: Transaction, erased: readonly Erasure[]): Promise<void> {
  if (erased.length === 0) return;
  await tx
    .insert(erasures)
    .values([...erased])
    .onConflictDoUpdate({ target: [erasures.kind, erasures.id], set: { at: sql`excluded.at` } });
}

/** How many drafts were erased since the last row of the audit log about them; 0 while that is less than a minute ago. */
export async function countUnrecorded(reader: Reader, now: number): Promise<number> {
  const { userId, action, at } = auditLog;
  const [last] = await reader
    .select({ at })
    .from(auditLog)
    .where(and(eq(userId, thePersonConcerned.id), eq(action, draftsDeleted), lte(at, now)))
    .orderBy(desc(at))
    .limit(1);
  if (last && last.at > now - minuteMs) return 0;
  const [since] = await reader
    .select({ drafts: count() })
    .from(erasures)
    .where(and(eq(erasures.kind, 'draft'), gt(erasures.at, last?.at ?? 0), lte(erasures.at, now)));
  return since?.drafts ?? 0;
}
