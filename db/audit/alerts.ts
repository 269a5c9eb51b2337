/** The rows of the audit log that mails to the operator are about. Instants are milliseconds since 1970. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { type AlertKind, alertKinds } from '#domain/audit/alerts';
import type { Reader } from '../client';
import { auditLog, users } from '../schema/staff';

/** `subjectId`: the number that was reached, or the id of the other account. */
type AlertRow = { kind: AlertKind; username: string; subjectId: string; at: number };

/** The row of an alert; null if it is no longer kept. */
export async function findAlert(reader: Reader, auditId: number): Promise<AlertRow | null> {
  const [row] = await reader.select().from(auditLog).where(eq(auditLog.id, auditId));
  const kind = alertKinds.find((one) => one === row?.action);
  return row && kind ? { kind, username: row.username, subjectId: row.subjectId, at: row.at } : null;
}

export async function administratorAddresses(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNotNull(users.email)));
  return rows.flatMap(({ email }) => email ?? []);
}
