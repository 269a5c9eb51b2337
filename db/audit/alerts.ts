/** The rows of the audit log that mails to the operator are about. Instants are milliseconds since 1970. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { type AlertKind, alertKinds } from '#domain/audit/alerts';
import type { Reader } from '../client';
import type { OutboxMail } from '../mails/outbox';
import { auditLog, users } from '../schema/staff';

/** `subjectId`: the number that was reached, or the id of the other account. */
export type AlertRow = { auditId: number; kind: AlertKind; username: string; subjectId: string; at: number };

/** The row that a mail is about; those of its instant, for a mail of a version whose mails name no row. */
export async function readAlerts(
  reader: Reader,
  { auditId, createdAt }: Pick<OutboxMail, 'auditId' | 'createdAt'>,
): Promise<AlertRow[]> {
  const isAbout = auditId === null ? eq(auditLog.at, createdAt) : eq(auditLog.id, auditId);
  const rows = await reader
    .select()
    .from(auditLog)
    .where(and(isAbout, inArray(auditLog.action, alertKinds)));
  return rows.flatMap(({ id, action, username, subjectId, at }) => {
    const kind = alertKinds.find((one) => one === action);
    return kind ? [{ auditId: id, kind, username, subjectId, at }] : [];
  });
}

/** The addresses of the administrators that have one. */
export async function administratorAddresses(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNotNull(users.email)));
  return rows.flatMap(({ email }) => email ?? []);
}
