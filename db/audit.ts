/** What staff changed or deleted: who, what, when, which id, and nothing about a visitor (contract 5). */
import type { Transaction } from './client';
import { auditLog } from './schema';

export type AuditAction =
  | 'application_deleted'
  | 'callback_processed'
  | 'reminder_requested'
  | 'mail_resent'
  | 'user_created'
  | 'user_deleted'
  | 'password_changed';

/** The member of staff who acts. */
export type Actor = { id: string; username: string };

const rowsAtOnce = 500;

/** Notes an action on each of `subjectIds` at instant `now` (ms), inside the transaction of the action itself. */
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
