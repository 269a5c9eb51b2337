/** To which applications the lines of a file belong, what became of them, and what its columns meant. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { keptMeanings, meaningsIn, type Reference } from '#domain/returns/cells';
import type { ReturnMapping } from '#domain/returns/returns';
import { folded } from '#domain/text/folding';
import type { Reader, Transaction } from '../client';
import { sha256Of } from '../hash';
import { applications, contactData, horseData, sepaMandates } from '../schema/applications';
import { cases } from '../schema/desk';
import { returnFiles, returnMappings, returnRows } from '../schema/returns';
import { partsOf, type StoredRow } from './files';

type Named = { key: string; id: string };
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
export async function findReferenced(
  reader: Reader,
  kind: Kind,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const found: Named[] = [];
  for await (const some of partsOf(keys))
    found.push(...(await reader.all<Named>(looks[kind](JSON.stringify(some)))));
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

export type Match = Pick<StoredRow, 'line' | 'applicationId' | 'version'>;

type Matched = { columns: readonly string[]; mapping: ReturnMapping; results: string | null; at: number };

/** `matches`: by line. `results`: what is left of the answers about an earlier match. */
export async function setMatches(
  tx: Transaction,
  returnId: string,
  { columns, mapping, results, at }: Matched,
  matches: readonly Match[],
): Promise<void> {
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

export async function readMatched(
  tx: Transaction,
  returnId: string,
  lines: readonly number[],
): Promise<Map<number, Match>> {
  const { line, applicationId, version } = returnRows;
  const rows = await tx
    .select({ line, applicationId, version })
    .from(returnRows)
    .where(and(eq(returnRows.returnId, returnId), inArray(line, [...lines])));
  return new Map(rows.map((row) => [row.line, row]));
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
