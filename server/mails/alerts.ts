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

/** At most one an hour for each actor, on all instances together. */
export async function alertIfMany({ tx, actor, at, record, mail }: Deed<Actor>, kind: keyof typeof counted) {
  const { limit, spanMs } = alertRules[kind];
  const rows = { userId: actor.id, actions: counted[kind], since: at - spanMs, now: at };
  const count = await countSubjects(tx, rows);
  if (count <= limit || (await wasRaised(tx, actor, kind, at))) return;
  const [auditId] = await record(kind, [String(count)]);
  await mail('alert_raised', { auditId });
}

/** How first mails are limited, and that the operator is told when a total is reached. */
export function newMailboxRule(context: QueueNeeds & Pick<Context, 'cipher' | 'config'>): NewMailboxRule {
  const action = 'many_first_contacts';
  return {
    hash: addressHash(context.config),
    total: context.config.firstContacts,
    async onTotal(tx, reached) {
      const at = context.now();
      if (await wasRaised(tx, theDelivery, action, at)) return;
      const row = { by: theDelivery, action, subjects: [String(reached)], at } as const;
      const [auditId] = await record(tx, context.cipher, row);
      await queueMails(context, tx, 'alert_raised', { auditId });
    },
  };
}

async function wasRaised(tx: Transaction, { id }: Actor, kind: AlertKind, at: number): Promise<boolean> {
  return (await countSubjects(tx, { userId: id, actions: [kind], since: at - alertPauseMs, now: at })) > 0;
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
