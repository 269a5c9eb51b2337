/**
 * The chain of audit rows (decision 027): each row has an HMAC over itself and the hash of the row before it, and both
 * ends are stored under an HMAC of their own. Who can write the database but has no `DATA_KEY` cannot change a row, add
 * one, or take one out of the middle or from the beginning without a trace. The newest rows can be cut off by who has kept
 * an older end and puts it back: only `sqlite_sequence`, which they may put back as well, and the ends that the server
 * has logged tell.
 */

import { createHmac } from 'node:crypto';
import { asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { AuditChain } from '#domain/audit/actions';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { auditChain, auditLog } from '../schema/staff';
import { readAuditKey } from '../sealed-keys';
import { nextTurn } from '../turn';

type StoredRow = typeof auditLog.$inferSelect;
export type NewAuditRow = Omit<StoredRow, 'id' | 'hash'>;
type Link = { id: number; hash: string };
type End = 'before' | 'last';

const rowsAtOnce = 500;
const chainId = 1;

/**
 * Adds rows at the end of the chain. The transaction has the write lock, so that no other instance adds at the same
 * place. Without the key, or if an end of the chain was changed, the rows have no hash: an action that cannot be sealed
 * must still be recorded, and the check names the row. Returns the ids of the rows.
 */
export async function appendRows(
  tx: Transaction,
  cipher: FieldCipher,
  rows: readonly NewAuditRow[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const key = await readAuditKey(tx, cipher);
  const last = key && (await readLast(tx, key));
  let end = last;
  const sealed = rows.map((row) => {
    if (!key || !end) return row;
    end = linkOf(key, end.hash, { ...row, id: end.id + 1 });
    return { ...row, ...end };
  });
  const ids: number[] = [];
  for (let from = 0; from < sealed.length; from += rowsAtOnce) {
    const some = sealed.slice(from, from + rowsAtOnce);
    const added = await tx.insert(auditLog).values(some).returning({ id: auditLog.id });
    ids.push(...added.map(({ id }) => id));
  }
  if (key && end) await tx.update(auditChain).set({ lastId: end.id, lastHash: sealEnd(key, 'last', end) });
  return ids;
}

async function readLast(tx: Transaction, key: Buffer): Promise<Link | null> {
  const [chain] = await tx
    .select({
      before: auditChain.before,
      lastId: auditChain.lastId,
      lastHash: auditChain.lastHash,
      newest: sql<number | null>`(select max(${auditLog.id}) from ${auditLog})`,
    })
    .from(auditChain);
  if (!chain) return null;
  const hash = openEnd(key, 'last', chain);
  // a row that somebody inserted must not make the next action fail
  return hash === null ? null : { id: Math.max(chain.lastId, chain.newest ?? 0), hash };
}

/**
 * Begins the chain of a database that has none, with all its rows; returns how many there are. Null if the chain had
 * begun before, or if its key does not open. May be interrupted and repeated, and instances that start together agree.
 */
export async function beginAuditChain(db: Database, cipher: FieldCipher): Promise<number | null> {
  // a start with nothing to do must not wait for other writers
  if ((await readChain(db.read)) !== null) return null;
  const key = await readAuditKey(db.read, cipher);
  if (!key) return null;
  let done = 0;
  for (let last: Link = { id: 0, hash: '' }; ; ) {
    const step = await db.write((tx) => sealSome(tx, key, last));
    if (step === 'begun') return null;
    if (step.rows === 0) return done;
    done += step.rows;
    last = step.last;
  }
}

/** Seals the next rows; without any, stores the ends. `begun`: another instance has. */
async function sealSome(tx: Transaction, key: Buffer, from: Link) {
  if ((await readChain(tx)) !== null) return 'begun';
  const rows = await rowsAfter(tx, from.id);
  if (rows.length === 0) {
    const before = sealEnd(key, 'before', { id: 0, hash: '' });
    const last = { lastId: from.id, lastHash: sealEnd(key, 'last', from) };
    await tx.insert(auditChain).values({ id: chainId, before, ...last });
    return { rows: 0, last: from };
  }
  let link = from;
  const fresh: Link[] = [];
  for (const row of rows) {
    // sealed by an earlier attempt, or by another instance
    if (row.hash !== null) link = { id: row.id, hash: row.hash };
    else {
      link = linkOf(key, link.hash, row);
      fresh.push(link);
    }
  }
  const values = fresh.map(({ id, hash }) => sql`(${id}, ${hash})`);
  if (values.length > 0)
    await tx.run(sql`
      UPDATE audit_log SET hash = fresh.column2 FROM (VALUES ${sql.join(values, sql`, `)}) AS fresh
      WHERE id = fresh.column1`);
  return { rows: rows.length, last: link };
}

/**
 * Those of these rows that are older than all others: the chain can only be shortened at its beginning. None while the
 * key of the chain does not open, because its new beginning could not be sealed.
 */
export async function oldestOf(
  tx: Transaction,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<string[]> {
  if ((await readChain(tx)) !== null && (await readAuditKey(tx, cipher)) === null) return [];
  const [kept] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(notInArray(auditLog.id, ids.map(Number)))
    .orderBy(asc(auditLog.id))
    .limit(1);
  return ids.filter((id) => !kept || Number(id) < kept.id);
}

/** Deletes the oldest rows, some hundred at most, and moves the beginning of the chain. */
export async function deleteOldest(
  tx: Transaction,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<void> {
  const newest = Math.max(...ids.map(Number));
  const [row] = await tx.select({ hash: auditLog.hash }).from(auditLog).where(eq(auditLog.id, newest));
  await tx.delete(auditLog).where(inArray(auditLog.id, ids.map(Number)));
  const [key, chain] = [await readAuditKey(tx, cipher), await readChain(tx)];
  // a beginning that somebody has changed stays as it is, so that the check goes on reporting it
  if (!key || !chain || !row?.hash || openEnd(key, 'before', chain) === null) return;
  await tx.update(auditChain).set({ before: sealEnd(key, 'before', { id: 0, hash: row.hash }) });
}

type Chain = Pick<typeof auditChain.$inferSelect, 'before' | 'lastId' | 'lastHash'>;

function chainQuery(reader: Reader) {
  const { before, lastId, lastHash } = auditChain;
  return reader.select({ before, lastId, lastHash }).from(auditChain);
}

async function readChain(reader: Reader): Promise<Chain | null> {
  const [chain] = await chainQuery(reader);
  return chain ?? null;
}

/** The newest row and its seal, as they are logged and compared later; null before the chain begins. */
export type LoggedEnd = { id: number; seal: string };

export async function readEnd(reader: Reader): Promise<LoggedEnd | null> {
  const chain = await readChain(reader);
  return chain && { id: chain.lastId, seal: chain.lastHash };
}

/** The hash of the row that was the newest one; null if the seal is no seal of this log. */
function openLogged(key: Buffer, { id, seal }: LoggedEnd): string | null {
  return openEnd(key, 'last', { before: '', lastId: id, lastHash: seal });
}

/** The highest id that a row ever had. SQLite keeps it, and no row gets it again. */
function sequenceQuery(reader: Reader) {
  return reader
    .select({ highest: sql<number>`seq` })
    .from(sql`sqlite_sequence`)
    .where(sql`name = 'audit_log'`);
}

function rowsAfter(reader: Reader, id: number) {
  return reader
    .select()
    .from(auditLog)
    .where(gt(auditLog.id, id))
    .orderBy(asc(auditLog.id))
    .limit(rowsAtOnce);
}

/** The row as a link that follows the row with the hash `before`. */
function linkOf(key: Buffer, before: string, row: Omit<StoredRow, 'hash'>): Link {
  const { id, at, userId, username, action, subjectId, address } = row;
  return { id, hash: hmac(key, ['row', before, id, at, userId, username, action, subjectId, address]) };
}

/** The hash at an end of the chain; null if somebody without the key has written it. */
function openEnd(key: Buffer, end: End, chain: Chain): string | null {
  const [stored, id] = end === 'before' ? [chain.before, 0] : [chain.lastHash, chain.lastId];
  const [hash = ''] = stored.split('.');
  return stored === sealEnd(key, end, { id, hash }) ? hash : null;
}

function sealEnd(key: Buffer, end: End, { id, hash }: Link): string {
  return `${hash}.${hmac(key, [end, hash, id])}`;
}

function hmac(key: Buffer, values: readonly (string | number | null)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');
}

/**
 * `rows`: how many were checked, at most up to the first broken one. `lost`: the logged end is no row of the chain any
 * more.
 */
type AuditCheck = AuditChain & { rows: number; lost?: boolean };

/**
 * Checks all rows, in batches, so that other work gets its turns. A row is broken if it was changed or inserted, if a
 * row before it is missing, or if it is the missing newest one.
 *
 * @param key null if it does not open: nothing can be checked
 * @param since an end that was logged before. It may be older than the oldest row, which is as whole as its beginning.
 */
export async function checkAuditLog(
  { read }: Pick<Database, 'read'>,
  key: Buffer | null,
  since: LoggedEnd | null = null,
): Promise<AuditCheck> {
  if (!key) return { rows: 0, whole: false, firstBroken: null };
  const first = await checkOnce(read, key, since);
  // rows that are added or deleted meanwhile may look like a break
  return first.whole ? first : await checkOnce(read, key, since);
}

async function checkOnce(read: Database['read'], key: Buffer, since: LoggedEnd | null): Promise<AuditCheck> {
  let hash: string | null = null;
  let newest = 0;
  let isThere = since === null || since.id === 0;
  for (let rows = 0; ; ) {
    const queries = [rowsAfter(read, newest), chainQuery(read), sequenceQuery(read)] as const;
    const [some, [chain], [sequence]] = await read.batch([...queries]);
    if (!chain) return { rows, whole: false, firstBroken: some[0]?.id ?? null };
    if (rows === 0) hash = openEnd(key, 'before', chain);
    for (const row of some) {
      if (hash === null || row.hash !== linkOf(key, hash, row).hash)
        return { rows, whole: false, firstBroken: row.id };
      if (since && rows === 0 && since.id < row.id) isThere = true;
      if (since?.id === row.id) isThere = row.hash === openLogged(key, since);
      hash = row.hash;
      newest = row.id;
      rows += 1;
    }
    if (some.length === 0) {
      const isEnd = hash !== null && hash === openEnd(key, 'last', chain);
      if (!isEnd) return { rows, whole: false, firstBroken: rows > 0 ? newest + 1 : chain.lastId };
      // rows were cut off, and an older end was put back
      if ((sequence?.highest ?? 0) > chain.lastId)
        return { rows, whole: false, firstBroken: chain.lastId + 1 };
      if (!isThere) return { rows, whole: false, firstBroken: null, lost: true };
      return { rows, whole: true, firstBroken: null };
    }
    await nextTurn();
  }
}
