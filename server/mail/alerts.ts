/** The mail about what one account did unusually often. The audit log has what it says. */
import type { About, NewMail, OutboxMail } from '#db/mails/outbox';
import { type Alert, alertsAt } from '#db/staff/readings';
import { securityAlert } from '#emails/security-alert.tsx';
import type { Context } from '../context';
import { commonTo, type Needs, type Reader } from './common';

/** To be queued in the transaction that records the alert. */
export function alertMail(context: Pick<Context, keyof Needs>, alert: Alert): NewMail {
  const recipient = { recipientName: '', recipientEmail: context.operator.mail.internalTo };
  return { ...recipient, emailType: 'security_alert', subject: subjectOf(context, alert), now: alert.at };
}

/** The mail was queued when the alert was raised, and no two alerts of that instant have the same subject. */
export async function raisedAlert(context: Needs, reader: Reader, about: About | OutboxMail) {
  if (!('recipientEmail' in about)) return null;
  const alerts = await alertsAt(reader, about.createdAt);
  const alert = alerts.find((one) => subjectOf(context, one) === about.subject);
  return alert ? { props: propsOf(context, alert), visitor: null } : null;
}

function subjectOf(context: Needs, alert: Alert): string {
  return securityAlert.subject(propsOf(context, alert));
}

function propsOf(context: Needs, alert: Alert) {
  return { ...commonTo(context), ...alert, at: new Date(alert.at).toISOString() };
}
