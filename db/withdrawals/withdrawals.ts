/** Withdrawals. They are kept when the application that they are about is deleted. Instants are milliseconds since 1970. */
import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import type { WithdrawalClosing, WithdrawalState } from '#domain/law/staff-withdrawals';
import type { PageQuery } from '#domain/lists';
import { recordAction } from '../audit/record';
import { withdrawCase } from '../cases/withdraw';
import type { Database, Reader, Transaction } from '../client';
import { applications } from '../schema/applications';
import { withdrawals } from '../schema/law';
import { isWithin, type Span } from '../spans';

export type WithdrawalRecord = typeof withdrawals.$inferSelect;
type NewWithdrawal = Pick<
  WithdrawalRecord,
  | 'id'
  | 'receivedAt'
  | 'name'
  | 'email'
  | 'contract'
  | 'applicationId'
  | 'match'
  | 'contentHash'
  | 'tokenHash'
>;

/** Why a change by staff was refused. */
type Refused = { kind: 'unknown' | 'closed' | 'unknown_application' | 'open_application' };
export type WithdrawalChange = { kind: 'changed'; withdrawal: WithdrawalRecord } | Refused;

export async function addWithdrawal(tx: Transaction, withdrawal: NewWithdrawal): Promise<void> {
  await tx.insert(withdrawals).values(withdrawal);
}

/** The latest withdrawal with this content that was received in this span, or null. */
export async function findSameWithdrawal(
  tx: Transaction,
  contentHash: string,
  span: Span,
): Promise<WithdrawalRecord | null> {
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.contentHash, contentHash), isWithin(withdrawals.receivedAt, span)))
    .orderBy(desc(withdrawals.receivedAt))
    .limit(1);
  return row ?? null;
}

/** Makes the confirmation of a withdrawal available under another token. */
export async function setTokenHash(tx: Transaction, id: string, tokenHash: string): Promise<void> {
  await tx.update(withdrawals).set({ tokenHash }).where(eq(withdrawals.id, id));
}

/**
 * Ends the links to the confirmations of these withdrawals: after an erasure nothing shows a person's data without a
 * sign-in. The declarations are kept. The mail that § 356a (4) BGB asks for has the whole text, and goes out all the same.
 * Who declares the same again within a day gets the link again.
 */
export async function endReceipts(tx: Transaction, ids: readonly string[]): Promise<void> {
  // no hash of a token has a blank, and the column is unique
  await tx
    .update(withdrawals)
    .set({ tokenHash: sql`'ended ' || ${withdrawals.id}` })
    .where(inArray(withdrawals.id, [...ids]));
}

/** The withdrawal with this id, or null. */
export async function findWithdrawal(reader: Reader, id: string): Promise<WithdrawalRecord | null> {
  const [row] = await reader.select().from(withdrawals).where(eq(withdrawals.id, id)).limit(1);
  return row ?? null;
}

/** The withdrawal whose confirmation has this token, if it was received after `after`, or null. */
export async function findWithdrawalByToken(
  reader: Reader,
  tokenHash: string,
  after: number,
): Promise<WithdrawalRecord | null> {
  const [row] = await reader
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.tokenHash, tokenHash), gt(withdrawals.receivedAt, after)))
    .limit(1);
  return row ?? null;
}

/** One page, newest first, all states if `state` is null; how many there are in that state, and how many are open. */
export async function readWithdrawals(
  db: Database,
  { page, pageSize, state }: PageQuery & { state: WithdrawalState | null },
): Promise<{ rows: WithdrawalRecord[]; total: number; open: number }> {
  const listed = state === null ? undefined : conditions[state];
  const [rows, [extent]] = await db.read.batch([
    db.read
      .select()
      .from(withdrawals)
      .where(listed)
      .orderBy(desc(withdrawals.receivedAt), desc(sql`rowid`))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.read
      .select({
        total: count(),
        open: sql<number>`(select count(*) from withdrawals where closed_at is null)`,
      })
      .from(withdrawals)
      .where(listed),
  ]);
  return { rows, total: extent?.total ?? 0, open: extent?.open ?? 0 };
}

/** Sets the application of an open withdrawal, which must be completed; null takes it away. */
export async function assignWithdrawal(
  db: Database,
  id: string,
  applicationId: string | null,
  actor: Actor,
  now: number,
): Promise<WithdrawalChange> {
  return await db.write(async (tx) => {
    const refused = applicationId === null ? null : await refusalOf(tx, applicationId);
    return await change(tx, id, { applicationId, assignedAt: now }, refused, async () =>
      recordAction(tx, actor, 'withdrawal_assigned', [id], now),
    );
  });
}

/** Which were closed, and why the others were not, in the order of the call. */
export type WithdrawalsClosing = {
  closed: WithdrawalRecord[];
  skipped: { id: string; kind: 'unknown' | 'closed' }[];
};

/** Closes open withdrawals for good. An effective one withdraws the case of its application. */
export async function closeWithdrawals(
  db: Database,
  ids: readonly string[],
  { outcome, note }: WithdrawalClosing,
  actor: Actor,
  { now, today }: { now: number; today: string },
): Promise<WithdrawalsClosing> {
  const named = [...new Set(ids)];
  return await db.write(async (tx) => {
    const known = await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(inArray(withdrawals.id, named));
    const closed = await tx
      .update(withdrawals)
      .set({ outcome, note: note || null, closedAt: now })
      .where(and(inArray(withdrawals.id, named), isNull(withdrawals.closedAt)))
      .returning();
    const done = closed.map(({ id }) => id);
    await recordAction(tx, actor, 'withdrawal_closed', done, now);
    if (outcome === 'effective') await withdrawCases(tx, closed, { actor, now, today });
    const skipped = named
      .filter((id) => !done.includes(id))
      .map((id) => ({ id, kind: known.some((one) => one.id === id) ? 'closed' : 'unknown' }) as const);
    return { closed, skipped };
  });
}

async function withdrawCases(
  tx: Transaction,
  closed: readonly WithdrawalRecord[],
  by: { actor: Actor; now: number; today: string },
): Promise<void> {
  for (const { applicationId } of closed) {
    if (applicationId !== null && (await withdrawCase(tx, applicationId, by)))
      await recordAction(tx, by.actor, 'case_changed', [applicationId], by.now);
  }
}

// without parameters, because SQLite uses a partial index only for a literal condition
const conditions: Record<WithdrawalState, SQL> = {
  open: sql`${withdrawals.closedAt} is null`,
  closed: sql`${withdrawals.closedAt} is not null`,
};

/** What is wrong with the withdrawal is reported before what is wrong with the application. */
async function change(
  tx: Transaction,
  id: string,
  values: Partial<WithdrawalRecord>,
  refused: Refused | null,
  record: () => Promise<unknown>,
): Promise<WithdrawalChange> {
  const found = await findWithdrawal(tx, id);
  if (!found) return { kind: 'unknown' };
  if (found.closedAt !== null) return { kind: 'closed' };
  if (refused) return refused;
  const [withdrawal] = await tx.update(withdrawals).set(values).where(eq(withdrawals.id, id)).returning();
  if (!withdrawal) return { kind: 'unknown' };
  await record();
  return { kind: 'changed', withdrawal };
}

async function refusalOf(tx: Transaction, applicationId: string): Promise<Refused | null> {
  const [application] = await tx
    .select({ completedAt: applications.completedAt })
    .from(applications)
    .where(eq(applications.id, applicationId));
  if (!application) return { kind: 'unknown_application' };
  return application.completedAt === null ? { kind: 'open_application' } : null;
}
