/** Tells the operator what one account does unusually often. */
import type { Transaction } from '#db/client';
import { queueMail } from '#db/mails/outbox';
import { type Actor, recordAction } from '#db/staff/audit';
import { countSubjects } from '#db/staff/readings';
import { type AlertKind, alertPauseMs, alertRules } from '#domain/backoffice/alerts';
import { type AuditAction, readingActions } from '#domain/backoffice/audit';
import type { Context } from '../../context';
import { alertMail } from '../../mail/alerts';

const counted: Record<AlertKind, readonly AuditAction[]> = {
  // a search may find no application
  many_opened: readingActions.filter((action) => action !== 'evidence_searched'),
  many_deleted: ['completed_application_deleted'],
};

/**
 * Records an alert and queues its mail if the account is above the limit, once an hour. Call it in the transaction that
 * records the action, and `wakeMail` after the commit if this returned true.
 */
export async function alertIfMany(
  context: Context,
  tx: Transaction,
  kind: AlertKind,
  actor: Actor,
): Promise<boolean> {
  const at = context.now();
  const { limit, spanMs } = alertRules[kind];
  const countOf = (actions: readonly AuditAction[], sinceMs: number) =>
    countSubjects(tx, { userId: actor.id, actions, since: at - sinceMs });
  const count = await countOf(counted[kind], spanMs);
  if (count <= limit || (await countOf([kind], alertPauseMs)) > 0) return false;
  await recordAction(tx, actor, kind, [String(count)], at);
  await queueMail(tx, alertMail(context, { kind, username: actor.username, count, at }));
  return true;
}
