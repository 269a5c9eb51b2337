/** What the audit log knows of the last minutes and hours: readings, alerts, and what has a limit. Instants are milliseconds since 1970. */
import { and, countDistinct, desc, eq, inArray } from 'drizzle-orm';
import type { AuditAction } from '#domain/audit/actions';
import type { Reader, Transaction } from '../client';
import { auditLog } from '../schema/staff';
import { isWithin, type Span } from '../spans';

type Recent = Span & { userId: string; actions: readonly AuditAction[] };

function recent({ userId, actions, ...span }: Recent) {
  return and(
    eq(auditLog.userId, userId),
    isWithin(auditLog.at, span),
    inArray(auditLog.action, [...actions]),
  );
}

/** The ids that no such row is about, each once. */
export async function withoutRow(reader: Reader, ids: readonly string[], rows: Recent): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await reader
    .selectDistinct({ id: auditLog.subjectId })
    .from(auditLog)
    .where(and(recent(rows), inArray(auditLog.subjectId, wanted)));
  const known = new Set(found.map(({ id }) => id));
  return wanted.filter((id) => !known.has(id));
}

export async function countSubjects(tx: Transaction, rows: Recent): Promise<number> {
  const [found] = await tx
    .select({ count: countDistinct(auditLog.subjectId) })
    .from(auditLog)
    .where(recent(rows));
  return found?.count ?? 0;
}

/** The instants of the newest ones, which are first. */
export async function lastInstants(tx: Transaction, rows: Recent, most: number): Promise<number[]> {
  const found = await tx
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(recent(rows))
    .orderBy(desc(auditLog.at))
    .limit(most);
  return found.map(({ at }) => at);
}
