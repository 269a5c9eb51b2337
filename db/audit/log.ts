/** The audit log: who changed, deleted or read what, and when. Contains no data of visitors. */
import { and, count, countDistinct, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import {
  type AuditAction,
  type AuditPage,
  type Known,
  minuteOf,
  type Refused,
  refusalKinds,
  refusalsOfMinute,
} from '#domain/audit/actions';
import { type AlertKind, alertKinds } from '#domain/audit/alerts';
import { type PageQuery, paged } from '#domain/lists';
import { isoOf, minuteMs } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { auditLog, users } from '../schema/staff';
import { isWithin, listed, type Span } from '../statements';
import type { NewAuditRow } from './chain';

export async function readAuditLog(db: Database, asked: PageQuery): Promise<Omit<AuditPage, 'chain'>> {
  const { page, pageSize } = asked;
  const { id, at, userId, username, action, subjectId } = auditLog;
  const [rows, [extent]] = await db.read.batch([
    db.read
      .select({ id, at, userId, username, action, subjectId })
      .from(auditLog)
      // ids grow with time and, unlike instants, are unique
      .orderBy(desc(id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.read.select({ total: count() }).from(auditLog),
  ]);
  const entries = rows.map((row) => ({ ...row, at: isoOf(row.at) }));
  return { entries, ...paged(extent?.total ?? 0, asked) };
}

// What the audit log knows of the last minutes and hours: readings, alerts, and what has a limit. Instants are milliseconds since 1970.

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
  const [json, actions] = [wanted, rows.actions].map((list) => JSON.stringify(list));
  const found = await subjectsAmong(reader, { ...rows, ids: json, actions });
  const known = new Set(found.map(({ id }) => id));
  return wanted.filter((id) => !known.has(id));
}

const subjectsAmong = statement((on) => {
  const { userId, at, action, subjectId } = auditLog;
  const isTheirs = and(eq(userId, sql.placeholder('userId')), isWithin(at));
  const isAsked = and(inArray(action, listed('actions')), inArray(subjectId, listed('ids')));
  return on.selectDistinct({ id: subjectId }).from(auditLog).where(and(isTheirs, isAsked));
});

export async function countSubjects(tx: Transaction, rows: Recent): Promise<number> {
  const [found] = await tx
    .select({ count: countDistinct(auditLog.subjectId) })
    .from(auditLog)
    .where(recent(rows));
  return found?.count ?? 0;
}

export async function lastInstants(tx: Transaction, rows: Recent, most: number): Promise<number[]> {
  const found = await tx
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(recent(rows))
    .orderBy(desc(auditLog.at))
    .limit(most);
  return found.map(({ at }) => at);
}

/** The rows of those refusals that their minute has room for beside what it already has. */
export async function rowsOfRefusals(reader: Reader, refused: readonly Refused[]): Promise<NewAuditRow[]> {
  const rows: NewAuditRow[] = [];
  for (const [minute, some] of Map.groupBy(refused, ({ at }) => minuteOf(at))) {
    const admits = refusalsOfMinute(await recordedIn(reader, minute));
    for (const { kind: action, at, address, subject: subjectId, user } of some.filter(admits)) {
      rows.push({ at, userId: user?.id ?? '', username: user?.username ?? '', action, subjectId, address });
    }
  }
  return rows;
}

async function recordedIn(reader: Reader, minute: number): Promise<Known[]> {
  const { at, userId, action, subjectId, address } = auditLog;
  const rows = await reader
    .select({ userId, action, subjectId, address })
    .from(auditLog)
    .where(and(gte(at, minute), lt(at, minute + minuteMs), inArray(action, [...refusalKinds])));
  return rows.flatMap((row) => {
    const kind = refusalKinds.find((one) => one === row.action);
    return kind ? [{ kind, userId: row.userId, subject: row.subjectId, address: row.address ?? '' }] : [];
  });
}

// The rows of the audit log that mails to the operator are about. Instants are milliseconds since 1970.

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
