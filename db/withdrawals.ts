/** Withdrawals. They are kept when the application that they are about is deleted. Instants are milliseconds since 1970. */
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { emailWord, spelledWords } from '#domain/cases/words';
import { pick } from '#domain/keys';
import type { WithdrawalClosing, WithdrawalState } from '#domain/law/staff-withdrawals';
import type { Candidate, NumberIn } from '#domain/law/withdrawal-match';
import type { Declaration, Receipt } from '#domain/law/withdrawals';
import type { PageQuery } from '#domain/lists';
import { addressSpellings, finderOf, spellingsOf } from '#domain/text/folding';
import { isoOf } from '#domain/time';
import type { Database, Reader, Transaction } from './client';
import { applications, contactData, policyholderInfo } from './schema/applications';
import { cases, caseWords } from './schema/desk';
import { withdrawals } from './schema/law';
import { first, isWithin, readPacked, type Span } from './statements';

export type WithdrawalRecord = typeof withdrawals.$inferSelect;
export function receiptOf({ id, receivedAt, name, email, contract }: WithdrawalRecord): Receipt {
  return { id, receivedAt: isoOf(receivedAt), name, email, contract };
}

export async function addWithdrawal(tx: Transaction, withdrawal: typeof withdrawals.$inferInsert) {
  await tx.insert(withdrawals).values(withdrawal);
}

export function findSameWithdrawal(tx: Transaction, contentHash: string, span: Span) {
  const isSame = and(eq(withdrawals.contentHash, contentHash), isWithin(withdrawals.receivedAt, span));
  return first(tx.select().from(withdrawals).where(isSame).orderBy(desc(withdrawals.receivedAt)).limit(1));
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

export function findWithdrawal(reader: Reader, id: string) {
  return first(reader.select().from(withdrawals).where(eq(withdrawals.id, id)));
}

export function findWithdrawalByToken(reader: Reader, tokenHash: string, after: number) {
  const isIt = and(eq(withdrawals.tokenHash, tokenHash), gt(withdrawals.receivedAt, after));
  return first(reader.select().from(withdrawals).where(isIt));
}

/**
 * One page, newest first, of those with each word of `q` in name, address or number; all states if `state` is null. How
 * many these are, and how many are open.
 */
export async function readWithdrawals(
  db: Database,
  { page, pageSize, state, q }: PageQuery & { state: WithdrawalState | null; q: string },
) {
  const inState = state === null ? undefined : conditions[state];
  const found = q.trim() === '' ? null : await search(db.read, q, inState);
  const skipped = (page - 1) * pageSize;
  const listed = found ? inArray(withdrawals.id, found.slice(skipped, skipped + pageSize)) : inState;
  const [rows, [extent]] = await db.read.batch([
    db.read
      .select()
      .from(withdrawals)
      .where(listed)
      .orderBy(...newest)
      .limit(pageSize)
      .offset(found ? 0 : skipped),
    db.read
      .select({
        total: count(),
        open: sql<number>`(select count(*) from withdrawals where closed_at is null)`,
      })
      .from(withdrawals)
      .where(listed),
  ]);
  return { rows, total: found?.length ?? extent?.total ?? 0, open: extent?.open ?? 0 };
}

const newest = [desc(withdrawals.receivedAt), desc(sql`${withdrawals}.rowid`)];

type Packed = [id: string, name: string, email: string, number: string | null];

/** The ids, newest first. SQLite folds no letters, and few people withdraw: so all are read. */
async function search(reader: Reader, q: string, inState: SQL | undefined): Promise<string[]> {
  const columns = [withdrawals.id, withdrawals.name, sql`${withdrawals.email}`, withdrawals.contract];
  const rest = sql`${withdrawals} ${inState && sql`where ${inState}`} order by ${sql.join(newest, sql`, `)}`;
  const rows = await readPacked<Packed>(reader, columns, rest);
  const isFound = finderOf(q);
  return rows.flatMap(([id, name, email, number]) => {
    const texts = [...spellingsOf(name), ...addressSpellings(email), ...spellingsOf(number ?? '')];
    return q.trim().toLowerCase() === id.slice(0, 8) || isFound(texts) ? [id] : [];
  });
}

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

/** More applications than that say nothing about a person. */
const mostCandidates = 500;

/** Applications whose id, beginning of the id or mandate reference is this number. */
export function candidatesByNumber(tx: Transaction, { id, references }: NumberIn): Promise<Candidate[]> {
  // all ids that begin with the number; without one, none
  const [from, to] = id === null ? ['~', ''] : [id, `${id}~`];
  return candidatesIn(
    tx,
    sql`select id from applications where id >= ${from} and id <= ${to}
      union select application_id from sepa_mandates where mandate_reference in ${references}`,
  );
}

/**
 * Applications with the e-mail address of a person, or with two words of their name, as contact or as policyholder. Read
 * from the words of the cases.
 */
export function candidatesByPerson(tx: Transaction, { name, email }: Pick<Declaration, 'name' | 'email'>) {
  const { caseNumber, word } = caseWords;
  const byName = spelledWords(name).map((words) => {
    const names = [...new Set(words)].slice(0, mostWords);
    return sql` union select ${caseNumber} from ${caseWords} where is_open in (0, 1) and ${inArray(word, names)}
      group by ${caseNumber} having count(*) >= ${Math.min(names.length, 2)}`;
  });
  return candidatesIn(
    tx,
    sql`select application_id from ${cases} where ${cases.number} in (
      select ${caseNumber} from ${caseWords} where is_open in (0, 1) and ${word} = ${emailWord(email)}
      ${sql.join(byName)})`,
  );
}

async function candidatesIn(tx: Transaction, ids: SQL): Promise<Candidate[]> {
  const names = ['firstName', 'lastName', 'email'] as const;
  const [contact, policyholder] = [pick(contactData, ...names), pick(policyholderInfo, ...names)];
  const rows = await tx
    .select({ applicationId: applications.id, contact, policyholder })
    .from(applications)
    .innerJoin(contactData, eq(contactData.applicationId, applications.id))
    .innerJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .where(sql`${applications.id} in (${ids}) and ${isNotNull(applications.completedAt)}`)
    .orderBy(desc(applications.completedAt))
    .limit(mostCandidates);
  return rows.map((row) => ({ applicationId: row.applicationId, people: [row.contact, row.policyholder] }));
}

/** Longer names are not searched completely. */
const mostWords = 8;
