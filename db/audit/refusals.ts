/** Refusals in the audit log, so few that nobody fills it. Instants are milliseconds since 1970. */

import { and, gte, inArray, lt } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { type RefusalKind, refusalKinds } from '#domain/audit/actions';
import { minuteMs } from '#domain/time';
import type { Transaction } from '../client';
import { auditLog } from '../schema/staff';
import { appendRows, type NewAuditRow } from './chain';

/** `address` and the name in `subject` are HMACs. */
export type Refused = {
  kind: RefusalKind;
  at: number;
  address: string;
  /** The name of a sign-in, or method and pattern of the call. */
  subject: string;
  user: Actor | null;
  /** About an account that exists. */
  isAboutAccount: boolean;
};

/** Rows of one kind in one minute, of all addresses and instances together. */
const mostRefusals = 100;
/** As many more only for rows about accounts, so that noise of strangers hides no guess and no member of staff. */
const mostWithAccounts = 2 * mostRefusals;
/** Rows of one kind in one minute of one account, or of one address without an account. */
const mostOfOne = 20;

/** The beginning of the minute in which refusals of an address are one row. */
export function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

type Known = Pick<Refused, 'kind' | 'address' | 'subject'> & { userId: string };

/**
 * Which refusals of one minute become rows: one for each kind, address and account, and for each call that somebody has
 * no right to. The returned function admits one, or not.
 */
export function refusalsOfMinute(known: readonly Known[] = []): (refused: Refused) => boolean {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const add = ({ kind, address, subject, userId }: Known) => {
    seen.add(keyOf({ kind, address, subject, userId }));
    for (const key of [kind, `${kind} ${userId || address}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const one of known) add(one);
  return ({ kind, address, subject, user, isAboutAccount }) => {
    const one = { kind, address, subject, userId: user?.id ?? '' };
    const room = user || isAboutAccount ? mostWithAccounts : mostRefusals;
    if (seen.has(keyOf(one)) || (counts.get(kind) ?? 0) >= room) return false;
    if ((counts.get(`${kind} ${one.userId || address}`) ?? 0) >= mostOfOne) return false;
    add(one);
    return true;
  };
}

function keyOf({ kind, address, subject, userId }: Known): string {
  return [kind, address, userId, kind === 'forbidden' ? subject : ''].join(' ');
}

/** Records those refusals that the minute has room for. */
export async function addRefusals(tx: Transaction, refused: readonly Refused[]): Promise<void> {
  for (const [minute, some] of Map.groupBy(refused, ({ at }) => minuteOf(at))) {
    const admits = refusalsOfMinute(await recordedIn(tx, minute));
    const rows = some.filter(admits).map(
      ({ kind, at, address, subject, user }): NewAuditRow => ({
        at,
        userId: user?.id ?? '',
        username: user?.username ?? '',
        action: kind,
        subjectId: subject,
        address,
      }),
    );
    await appendRows(tx, rows);
  }
}

async function recordedIn(tx: Transaction, minute: number): Promise<Known[]> {
  const { at, userId, action, subjectId, address } = auditLog;
  const rows = await tx
    .select({ userId, action, subjectId, address })
    .from(auditLog)
    .where(and(gte(at, minute), lt(at, minute + minuteMs), inArray(action, [...refusalKinds])));
  return rows.flatMap((row) => {
    const kind = refusalKinds.find((one) => one === row.action);
    return kind ? [{ kind, userId: row.userId, subject: row.subjectId, address: row.address ?? '' }] : [];
  });
}
