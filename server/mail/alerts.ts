/** The mails about what one account did: unusually often, or to another account. */

import { type AlertRow, readAlerts } from '#db/audit/alerts';
import type { Transaction } from '#db/client';
import { type About, type OutboxMail, queueMail } from '#db/mails/outbox';
import { isCounted } from '#domain/audit/alerts';
import { isoOf } from '#domain/time';
import { type AlertProps, securityAlert } from '#emails/security-alert.tsx';
import type { Context } from '../context';
import { commonTo, type Needs, type Reader } from './common';

export type AlertNeeds = Pick<Context, keyof Needs>;
/** What the row of an alert does not say: the name of the other account, which may be deleted by now. */
type Named = AlertRow & { account?: string };

/** Queues the mails about an alert, in the transaction that records it. */
export async function queueAlert(
  context: AlertNeeds,
  tx: Transaction,
  alert: Named,
  to: readonly string[] = [context.operator.mail.internalTo],
): Promise<void> {
  const subject = securityAlert.subject(propsOf(context, alert));
  const about = { auditId: alert.auditId, emailType: 'security_alert', subject, now: alert.at } as const;
  for (const recipientEmail of to) await queueMail(tx, { ...about, recipientName: '', recipientEmail });
}

/**
 * Worded from its row, and with the name in its subject. Mails of earlier versions name no row, but no two alerts of one
 * instant have the same subject.
 */
export async function raisedAlert(context: Needs, reader: Reader, about: About | OutboxMail) {
  if (!('recipientEmail' in about)) return null;
  const { subject } = about;
  const account = subject.slice(subject.indexOf('(') + 1, -1);
  const alerts = (await readAlerts(reader, about)).map((row) => propsOf(context, { ...row, account }));
  const props = alerts.find((one) => securityAlert.subject(one) === subject);
  return props ? { props, visitor: null } : null;
}

function propsOf(context: Needs, { kind, username, account, subjectId, at }: Named): AlertProps {
  const what = isCounted(kind) ? { kind, count: Number(subjectId) } : { kind, account: account ?? '' };
  return { ...commonTo(context), ...what, username, at: isoOf(at) };
}
