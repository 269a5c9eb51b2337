import { administratorAddresses, countSubjects } from '#db/audit/log';
import type { Transaction } from '#db/client';
import type { NewMailboxRule } from '#db/mails/claims';
import { type Actor, theDelivery } from '#domain/accounts/actors';
import { type AuditAction, readingActions } from '#domain/audit/actions';
import { type ActKind, type AlertKind, alertPauseMs, alertRules } from '#domain/audit/alerts';
import { addressKey } from '#domain/text/addresses';
import type { Context } from '../context';
import { type Deed, record } from '../deed';
import { addressHash } from '../keyed-hash';
import { type QueueNeeds, queueMails } from './queue';

const counted: Record<'many_opened' | 'many_deleted', readonly AuditAction[]> = {
  many_opened: readingActions.filter((action) => action !== 'evidence_searched'),
  many_deleted: ['completed_application_deleted'],
};

type Needs = QueueNeeds & Pick<Context, 'cipher'>;

/** At most one an hour. If this returns true, the mail worker has to be woken after the commit. */
export async function alertIfMany(
  context: Needs,
  tx: Transaction,
  kind: keyof typeof counted,
  actor: Actor,
): Promise<boolean> {
  const now = context.now();
  const span = { since: now - alertRules[kind].spanMs, now };
  const count = await countSubjects(tx, { userId: actor.id, actions: counted[kind], ...span });
  return count > alertRules[kind].limit && (await alertOnce(context, tx, actor, { kind, reached: count }));
}

/** How first mails are limited, and that the operator is told when a total is reached. */
export function newMailboxRule(context: Needs & Pick<Context, 'config'>): NewMailboxRule {
  return {
    hash: addressHash(context.config),
    total: context.config.firstContacts,
    async onTotal(tx, reached) {
      await alertOnce(context, tx, theDelivery, { kind: 'many_first_contacts', reached });
    },
  };
}

/** Once an hour for each actor, on all instances together. */
async function alertOnce(
  context: Needs,
  tx: Transaction,
  actor: Actor,
  { kind, reached }: { kind: AlertKind; reached: number },
): Promise<boolean> {
  const at = context.now();
  const earlier = { userId: actor.id, actions: [kind], since: at - alertPauseMs, now: at };
  if ((await countSubjects(tx, earlier)) > 0) return false;
  const row = { by: actor, action: kind, subjects: [String(reached)], at };
  const [auditId] = await record(tx, context.cipher, row);
  await queueMails(context, tx, 'alert_raised', { auditId });
  return true;
}

export async function recordAndTell(
  { operator }: Pick<QueueNeeds, 'operator'>,
  deed: Deed,
  kind: ActKind,
  account: Actor,
): Promise<void> {
  const [auditId = 0] = await deed.record(kind, [account.id]);
  const addresses = [operator.mail.internalTo, ...(await administratorAddresses(deed.tx))];
  // two spellings of one address are one mailbox
  const to = new Map(addresses.map((address) => [addressKey(address), { name: '', address }])).values();
  await deed.mail('alert_raised', { auditId, account: account.username }, { to: [...to] });
}
