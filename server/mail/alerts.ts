import { findAlert } from '#db/audit/alerts';
import type { OutboxMail } from '#db/mails/outbox';
import { isCounted } from '#domain/audit/alerts';
import { isoOf } from '#domain/time';
import { commonTo, type Needs, type Reader } from './common';

export async function raisedAlert(context: Needs, reader: Reader, mail: OutboxMail) {
  const { auditId } = mail;
  const alert = auditId === null ? null : await findAlert(reader, auditId);
  if (!alert) return null;
  const { kind, username, subjectId, at } = alert;
  const what = isCounted(kind) ? { kind, count: Number(subjectId) } : { kind, account: mail.account ?? '' };
  return { props: { ...commonTo(context), ...what, username, at: isoOf(at) } };
}
