/** Files of the insurer. Their contents are sealed, each row by itself, and written and read in parts, because others wait. */
import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { isUuid } from '#domain/ids';
import type { ReturnMapping, ReturnResult, SheetRow, SheetTable } from '#domain/insurer/answers';
import { keptMeanings, meaningsIn, type Reference } from '#domain/insurer/cells';
import type { PageQuery } from '#domain/lists';
import { withoutOwnLinks } from '#domain/text/addresses';
import { folded } from '#domain/text/folding';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { sha256Of } from '../hash';
import { applications, contactData, horseData, sepaMandates } from '../schema/applications';
import { cases } from '../schema/desk';
import { returnFiles, returnMappings, returnRows } from '../schema/insurer';
import { first, readNewest } from '../statements';
import { nextTurn } from '../turn';

export type ReturnRecord = typeof returnFiles.$inferSelect;
type Sealed = { columns: string; rows: [line: number, cells: string][] };

const rowsAtOnce = 100;

export function findReturn(reader: Reader, id: string): Promise<ReturnRecord | null> {
  return first(reader.select().from(returnFiles).where(eq(returnFiles.id, id)));
}

/** The last one before it with the same bytes. */
export async function findSame(reader: Reader, { id, sha256 }: ReturnRecord): Promise<string | null> {
  const isEarlier = sql`rowid < (select own.rowid from return_files own where own.id = ${id})`;
  const [row] = await reader
    .select({ id: returnFiles.id })
    .from(returnFiles)
    .where(and(eq(returnFiles.sha256, sha256), isEarlier))
    .orderBy(desc(sql`rowid`))
    .limit(1);
  return row?.id ?? null;
}

export const readReturns = (db: Database, query: PageQuery) => readNewest(db, returnFiles, query);

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
function resultsAfterMatch(cipher: FieldCipher, file: WithResults): string | null {
  const own = Object.entries(resultsIn(cipher, file)).filter(([key]) => isUuid(key));
  return own.length === 0 ? null : sealResults(cipher, file.id, Object.fromEntries(own));
}

/** To which application a row belongs, and the version of its case that was seen then. */
export type Match = Pick<typeof returnRows.$inferSelect, 'line' | 'applicationId' | 'version'>;
type StoredRow = SheetRow & Match;

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

function openedRow(cipher: FieldCipher, { returnId, ...row }: typeof returnRows.$inferSelect): StoredRow {
  return { ...row, cells: opened(cipher, returnId, cellsName(row.line), row.cells, []) };
}

/** What files that are kept say of these applications, as they were matched last. */
export async function readMatchedRows(reader: Reader, cipher: FieldCipher, ids: readonly string[]) {
  const rows = await reader
    .select({ row: returnRows, file: returnFiles })
    .from(returnRows)
    .innerJoin(returnFiles, eq(returnFiles.id, returnRows.returnId))
    .where(inArray(returnRows.applicationId, [...ids]))
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

type Kind = Exclude<Reference['kind'], 'none'> | 'policyNumber';

const beginning = sql`${applications.id} between value || '-' and value || '.'`;

// by the index of each; at most two that begin alike, because who begins an application chooses its id
const looks: Record<Kind, (keys: string) => ReturnType<typeof sql>> = {
  mandate: (keys) => sql`
    select ${sepaMandates.mandateReference} as key, ${sepaMandates.applicationId} as id from ${sepaMandates}
    where ${sepaMandates.mandateReference} in (select value from json_each(${keys}))`,
  id: (keys) => sql`
    select ${applications.id} as key, ${applications.id} as id from ${applications}
    where ${applications.id} in (select value from json_each(${keys}))`,
  start: (keys) => sql`
    select * from (
      select value as key, (select min(${applications.id}) from ${applications} where ${beginning}) as id
      from json_each(${keys})
      union
      select value, (select max(${applications.id}) from ${applications} where ${beginning})
      from json_each(${keys}))
    where id is not null`,
  policyNumber: (keys) => sql`
    select ${cases.policyNumber} as key, ${cases.applicationId} as id from ${cases}
    where ${cases.policyNumber} is not null and ${cases.policyNumber} in (select value from json_each(${keys}))`,
};

/** The ids of the applications that each key names, by key. */
export async function findReferenced(reader: Reader, kind: Kind, keys: readonly string[]) {
  const found: { key: string; id: string }[] = [];
  for await (const some of partsOf(keys))
    found.push(...(await reader.all<(typeof found)[number]>(looks[kind](JSON.stringify(some)))));
  const byKey = Map.groupBy(found, ({ key }) => key);
  return new Map([...byKey].map(([key, named]) => [key, named.map(({ id }) => id)]));
}

export async function readNames(reader: Reader, applicationIds: readonly string[]) {
  const rows = await reader
    .select({
      id: contactData.applicationId,
      firstName: contactData.firstName,
      lastName: contactData.lastName,
      horseName: horseData.horseName,
    })
    .from(contactData)
    .leftJoin(horseData, eq(horseData.applicationId, contactData.applicationId))
    .where(inArray(contactData.applicationId, [...applicationIds]));
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** `file`: as it is now. `matches`: by line. */
export async function setMatches(
  tx: Transaction,
  cipher: FieldCipher,
  file: ReturnRecord,
  { mapping, at }: { mapping: ReturnMapping; at: number },
  matches: readonly Match[],
): Promise<void> {
  const [returnId, columns] = [file.id, columnsIn(cipher, file)];
  const results = resultsAfterMatch(cipher, file);
  await tx.update(returnFiles).set({ mapping, results }).where(eq(returnFiles.id, returnId));
  const meanings = keptMeanings(mapping, columns);
  if (meanings !== null) {
    const kept = { columnsHash: hashOf(columns), mapping: meanings, at };
    const { columnsHash: target } = returnMappings;
    await tx.insert(returnMappings).values(kept).onConflictDoUpdate({ target, set: kept });
  }
  for await (const some of partsOf(matches)) {
    // materialized, or SQLite reads the whole list for each row; an application that was deleted meanwhile is none
    await tx.run(sql`
      with found as materialized (
        select value ->> 'line' as line, value ->> 'applicationId' as id, value ->> 'version' as version
        from json_each(${JSON.stringify(some)}))
      update return_rows set version = found.version,
        application_id = (select id from applications where id = found.id)
      from found where return_id = ${returnId} and return_rows.line = found.line
        and return_rows.line between ${some[0]?.line ?? 0} and ${some.at(-1)?.line ?? 0}`);
  }
}

export async function readMatched(tx: Transaction, returnId: string, lines: readonly number[]) {
  const { line, applicationId, version } = returnRows;
  const rows = await tx
    .select({ line, applicationId, version })
    .from(returnRows)
    .where(and(eq(returnRows.returnId, returnId), inArray(line, [...lines])));
  return new Map(rows.map((row): [number, Match] => [row.line, row]));
}

/** `changed`: how many lines more. */
export async function setResults(
  tx: Transaction,
  returnId: string,
  results: string,
  changed: number,
  appliedAt: number | undefined,
): Promise<void> {
  const more = sql`${returnFiles.changed} + ${changed}`;
  await tx.update(returnFiles).set({ results, appliedAt, changed: more }).where(eq(returnFiles.id, returnId));
}

/** What the file contains, with what was made of it. Name, hash and numbers stay. */
export async function eraseContents(tx: Transaction, returnIds: string[]): Promise<void> {
  await tx
    .update(returnFiles)
    .set({ columns: null, mapping: null, results: null })
    .where(inArray(returnFiles.id, returnIds));
  await tx.delete(returnRows).where(inArray(returnRows.returnId, returnIds));
}

const hashOf = (columns: readonly string[]) => sha256Of(JSON.stringify(columns.map(folded).toSorted()));

/** What columns of these names meant last; null: nobody has said it. */
export async function findMapping(reader: Reader, columns: readonly string[]): Promise<ReturnMapping | null> {
  const same = eq(returnMappings.columnsHash, hashOf(columns));
  const [row] = await reader.select().from(returnMappings).where(same);
  const { reference, ...others } = row ? meaningsIn(row.mapping, columns) : {};
  return reference === undefined ? null : { reference, ...others };
}
