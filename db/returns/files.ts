/** Files of the insurer. Their contents are sealed, each row by itself, and written and read in parts, because others wait. */
import { and, asc, count, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { isUuid } from '#domain/ids';
import type { PageQuery } from '#domain/lists';
import type { ReturnResult, SheetRow, SheetTable } from '#domain/returns/returns';
import { withoutOwnLinks } from '#domain/text/addresses';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { returnFiles, returnRows } from '../schema/returns';
import { nextTurn } from '../turn';

export type ReturnRecord = typeof returnFiles.$inferSelect;
type Sealed = { columns: string; rows: [line: number, cells: string][] };

const rowsAtOnce = 100;

export async function findReturn(reader: Reader, id: string): Promise<ReturnRecord | null> {
  const [row] = await reader.select().from(returnFiles).where(eq(returnFiles.id, id));
  return row ?? null;
}

/** The last one before it with the same bytes. */
export async function findSame(reader: Reader, { id, sha256 }: ReturnRecord): Promise<string | null> {
  const [row] = await reader
    .select({ id: returnFiles.id })
    .from(returnFiles)
    .where(
      and(
        eq(returnFiles.sha256, sha256),
        sql`rowid < (select own.rowid from return_files own where own.id = ${id})`,
      ),
    )
    .orderBy(desc(sql`rowid`))
    .limit(1);
  return row?.id ?? null;
}

export async function readReturns(
  { read }: Database,
  { page, pageSize }: PageQuery,
): Promise<{ rows: ReturnRecord[]; total: number }> {
  const [rows, [extent]] = await read.batch([
    read
      .select()
      .from(returnFiles)
      .orderBy(desc(returnFiles.at), desc(sql`rowid`))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    read.select({ total: count() }).from(returnFiles),
  ]);
  return { rows, total: extent?.total ?? 0 };
}

export const columnsName = 'columns';
// a row that is moved to another line does not open
export const cellsName = (line: number) => `cells ${line}`;

/** Outside of the transaction, because it takes longer than writing. */
export async function sealTable(cipher: FieldCipher, id: string, table: SheetTable): Promise<Sealed> {
  const rows: Sealed['rows'] = [];
  for await (const some of partsOf(table.rows, rowsAtOnce)) {
    for (const { line, cells } of some)
      rows.push([line, cipher.seal(id, cellsName(line), JSON.stringify(cells.map(withoutOwnLinks)))]);
  }
  return { columns: cipher.seal(id, columnsName, JSON.stringify(table.columns)), rows };
}

type NewReturn = Pick<ReturnRecord, 'id' | 'name' | 'sha256' | 'at' | 'username'>;

export async function addReturn(tx: Transaction, file: NewReturn, { columns, rows }: Sealed): Promise<void> {
  await tx.insert(returnFiles).values({ ...file, columns, rowCount: rows.length });
  for await (const some of partsOf(rows, rowsAtOnce)) {
    await tx.insert(returnRows).select(sql`
      select ${file.id}, value ->> 0, value ->> 1, null, null
      from json_each(${JSON.stringify(some)})`);
  }
}

/** None that can be read if its content is deleted, or sealed with another key. */
export function columnsIn(
  cipher: FieldCipher,
  { id, columns }: Pick<ReturnRecord, 'id' | 'columns'>,
): string[] {
  return columns === null ? [] : opened(cipher, id, columnsName, columns, []);
}

export const resultsName = 'results';

/** What it answered to requests, by their id or else their hash; while one is under way, `result` is null. */
type Results = Record<string, Progress>;
export type Progress = { hash: string; result: ReturnResult | null; soFar?: ReturnResult };
type WithResults = Pick<ReturnRecord, 'id' | 'results'>;

export function resultsIn(cipher: FieldCipher, { id, results }: WithResults): Results {
  return results === null ? {} : opened(cipher, id, resultsName, results, {});
}

export function sealResults(cipher: FieldCipher, id: string, results: Results): string {
  return cipher.seal(id, resultsName, JSON.stringify(results));
}

/** The file that a request with this id was about, as long as that has its content. */
export async function findAnswered(reader: Reader, cipher: FieldCipher, key: string) {
  const { id, results } = returnFiles;
  for (const file of await reader.select({ id, results }).from(returnFiles).where(isNotNull(results))) {
    if (Object.hasOwn(resultsIn(cipher, file), key)) return file;
    await nextTurn();
  }
  return null;
}

/** A new match begins anew: only requests with an id of their own are remembered. */
export function resultsAfterMatch(cipher: FieldCipher, file: WithResults): string | null {
  const own = Object.entries(resultsIn(cipher, file)).filter(([key]) => isUuid(key));
  return own.length === 0 ? null : sealResults(cipher, file.id, Object.fromEntries(own));
}

export type StoredRow = SheetRow & { applicationId: string | null; version: number | null };

export async function readRows(
  reader: Reader,
  cipher: FieldCipher,
  returnId: string,
  most = Number.POSITIVE_INFINITY,
): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  for (;;) {
    const limit = Math.min(rowsAtOnce, most - found.length);
    const some = await reader
      .select()
      .from(returnRows)
      .where(and(eq(returnRows.returnId, returnId), gt(returnRows.line, found.at(-1)?.line ?? 0)))
      .orderBy(asc(returnRows.line))
      .limit(limit);
    found.push(...some.map((row) => openedRow(cipher, row)));
    if (some.length < rowsAtOnce) return found;
    await nextTurn();
  }
}

function openedRow(
  cipher: FieldCipher,
  { returnId, line, cells, applicationId, version }: typeof returnRows.$inferSelect,
): StoredRow {
  return { line, cells: opened(cipher, returnId, cellsName(line), cells, []), applicationId, version };
}

/** What files that are kept say of these applications, as they were matched last. */
export async function readMatchedRows(
  reader: Reader,
  cipher: FieldCipher,
  applicationIds: readonly string[],
) {
  const rows = await reader
    .select({ row: returnRows, file: returnFiles })
    .from(returnRows)
    .innerJoin(returnFiles, eq(returnFiles.id, returnRows.returnId))
    .where(inArray(returnRows.applicationId, [...applicationIds]))
    .orderBy(asc(returnFiles.at), asc(returnRows.line));
  return rows.map(({ row, file }) => ({
    ...openedRow(cipher, row),
    name: file.name,
    at: file.at,
    columns: columnsIn(cipher, file),
  }));
}

function opened<T>(cipher: FieldCipher, id: string, name: string, sealed: string, otherwise: T): T {
  try {
    return JSON.parse(cipher.open(id, name, sealed));
  } catch {
    return otherwise;
  }
}

/** Turn by turn, so that nobody waits for all of them. */
export async function* partsOf<T>(all: readonly T[], size = 200): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await nextTurn();
    yield all.slice(from, from + size);
  }
}
