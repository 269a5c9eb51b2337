/** What the audit log knows of the last minutes: readings, alerts and refusals. Instants are milliseconds since 1970. */
import { and, countDistinct, eq, gt, gte, inArray, lt } from 'drizzle-orm';
import { type AuditAction, type RefusalKind, refusalKinds } from '#domain/backoffice/audit';
import type { Reader, Transaction } from '../client';
import { auditLog } from '../schema';
import type { Actor } from './audit';
import { appendRows, type NewAuditRow } from './audit-chain';

/** Whose rows: of these actions, by this account, after `since`. */
type Recent = { userId: string; actions: readonly AuditAction[]; since: number };

function recent({ userId, actions, since }: Recent) {
  return and(eq(auditLog.userId, userId), gt(auditLog.at, since), inArray(auditLog.action, [...actions]));
}

/** Those of the ids that no such row is about, each once. */
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

/** About how many different ids such rows are. */
export async function countSubjects(tx: Transaction, rows: Recent): Promise<number> {
  const [found] = await tx
    .select({ count: countDistinct(auditLog.subjectId) })
    .from(auditLog)
    .where(recent(rows));
  return found?.count ?? 0;
}

/** `address` and `name` are HMACs. */
export type Refused = { kind: RefusalKind; at: number; address: string; name: string; user: Actor | null };

const minuteMs = 60_000;
/** Rows of one kind in one minute, of all addresses and instances together. */
export const mostRefusals = 100;

/** The beginning of the minute in which refusals of an address are one row. */
export function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

/** Records refusals, but one row per kind, address and minute, and `mostRefusals` at most. */
export async function addRefusals(tx: Transaction, refused: readonly Refused[]): Promise<void> {
  for (const [minute, some] of Map.groupBy(refused, ({ at }) => minuteOf(at))) {
    const known = await refusalsOf(tx, minute);
    const rows: NewAuditRow[] = [];
    for (const { kind, at, address, name, user } of some) {
      const addresses = known[kind];
      if (addresses.has(address) || addresses.size >= mostRefusals) continue;
      addresses.add(address);
      const { id: userId, username } = user ?? { id: '', username: '' };
      rows.push({ at, userId, username, action: kind, subjectId: name, address });
    }
    await appendRows(tx, rows);
  }
}

async function refusalsOf(tx: Transaction, minute: number): Promise<Record<RefusalKind, Set<string>>> {
  const rows = await tx
    .select({ action: auditLog.action, address: auditLog.address })
    .from(auditLog)
    .where(
      and(
        gte(auditLog.at, minute),
        lt(auditLog.at, minute + minuteMs),
        inArray(auditLog.action, [...refusalKinds]),
      ),
    );
  const of = (kind: RefusalKind) =>
    new Set(rows.filter(({ action }) => action === kind).map(({ address }) => address ?? ''));
  return {
    sign_in_refused: of('sign_in_refused'),
    code_asked: of('code_asked'),
    forbidden: of('forbidden'),
    too_many: of('too_many'),
  };
}
