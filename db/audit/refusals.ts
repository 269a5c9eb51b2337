/** Refusals as rows of the audit log. */
import { and, gte, inArray, lt } from 'drizzle-orm';
import { refusalKinds } from '#domain/audit/actions';
import { type Known, minuteOf, type Refused, refusalsOfMinute } from '#domain/audit/refusals';
import { minuteMs } from '#domain/time';
import type { Reader } from '../client';
import { auditLog } from '../schema/staff';
import type { NewAuditRow } from './chain';

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
