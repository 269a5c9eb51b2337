/** Withdrawals. They are kept when the application that they are about is deleted. Instants are milliseconds since 1970. */
import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { WithdrawalClosing, WithdrawalState } from '#domain/law/staff-withdrawals';
import type { PageQuery } from '#domain/lists';
import type { Database, Reader, Transaction } from '../client';
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

export async function addWithdrawal(tx: Transaction, withdrawal: NewWithdrawal): Promise<void> {
  await tx.insert(withdrawals).values(withdrawal);
}

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

export async function setTokenHash(tx: Transaction, id: string, tokenHash: string): Promise<void> {
  await tx.update(withdrawals).set({ tokenHash }).where(eq(withdrawals.id, id));
}

/**
 * Ends the links to confirmations: after an erasure nothing shows a person's data without a sign-in. The mail that § 356a
 * (4) BGB asks for goes out all the same. Who declares the same again within a day gets the link again.
 */
export async function endReceipts(tx: Transaction, ids: readonly string[]): Promise<void> {
  // no hash of a token has a blank, and the column is unique
  await tx
    .update(withdrawals)
    .set({ tokenHash: sql`'ended ' || ${withdrawals.id}` })
    .where(inArray(withdrawals.id, [...ids]));
}

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

/** Null takes the application away. */
export async function assignWithdrawal(
  tx: Transaction,
  id: string,
  applicationId: string | null,
  at: number,
): Promise<void> {
  await tx.update(withdrawals).set({ applicationId, assignedAt: at }).where(eq(withdrawals.id, id));
}

export async function knownWithdrawals(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(inArray(withdrawals.id, [...ids]));
  return rows.map(({ id }) => id);
}

/** Closes those of these withdrawals that are open, for good, and returns them. */
export async function closeWithdrawals(
  tx: Transaction,
  ids: readonly string[],
  { outcome, note }: WithdrawalClosing,
  at: number,
): Promise<WithdrawalRecord[]> {
  return await tx
    .update(withdrawals)
    .set({ outcome, note: note || null, closedAt: at })
    .where(and(inArray(withdrawals.id, [...ids]), isNull(withdrawals.closedAt)))
    .returning();
}

// without parameters, because SQLite uses a partial index only for a literal condition
const conditions: Record<WithdrawalState, SQL> = {
  open: sql`${withdrawals.closedAt} is null`,
  closed: sql`${withdrawals.closedAt} is not null`,
};
