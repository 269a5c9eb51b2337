import { countSubjects } from '#db/audit/readings';
import type { Transaction } from '#db/client';
import type { Actor } from '#domain/accounts/actors';
import { type AuditAction, readingActions } from '#domain/audit/actions';
import { alertPauseMs, alertRules, type CountKind } from '#domain/audit/alerts';
import { record } from '../../audit';
import type { Context } from '../../context';
import { type QueueNeeds, queueMails } from '../../mail/queue';

const counted: Record<'many_opened' | 'many_deleted', readonly AuditAction[]> = {
  // a search may find no application
  many_opened: readingActions.filter((action) => action !== 'evidence_searched'),
  many_deleted: ['completed_application_deleted'],
};

/** At most one an hour. If this returns true, the mail worker has to be woken after the commit. */
export async function alertIfMany(
  context: QueueNeeds & Pick<Context, 'cipher'>,
  tx: Transaction,
  kind: keyof typeof counted,
  actor: Actor,
): Promise<boolean> {
  const now = context.now();
  const span = { since: now - alertRules[kind].spanMs, now };
  const count = await countSubjects(tx, { userId: actor.id, actions: counted[kind], ...span });
  return await alertAbove(context, tx, actor, { kind, count });
}

export async function alertAbove(
  context: QueueNeeds & Pick<Context, 'cipher'>,
  tx: Transaction,
  actor: Actor,
  { kind, count }: { kind: CountKind; count: number },
): Promise<boolean> {
  const at = context.now();
  if (count <= alertRules[kind].limit) return false;
  const earlier = { userId: actor.id, actions: [kind], since: at - alertPauseMs, now: at };
  if ((await countSubjects(tx, earlier)) > 0) return false;
  const [auditId] = await record(tx, context.cipher, {
    by: actor,
    action: kind,
    subjects: [String(count)],
    at,
  });
  await queueMails(context, tx, 'alert_raised', { auditId });
  return true;
}
