/** To which applications the lines of a file belong, and what became of them. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Reference } from '#domain/returns/cells';
import type { ReturnMapping } from '#domain/returns/returns';
import type { Reader, Transaction } from '../client';
import { applications, contactData, horseData, sepaMandates } from '../schema/applications';
import { cases } from '../schema/desk';
import { returnFiles, returnRows } from '../schema/returns';
import { nextTurn } from '../turn';
import { keepMapping } from './mappings';

const atOnce = 200;

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

/** Turn by turn, so that nobody waits for all of them. */
export async function* partsOf<T>(all: readonly T[], size = atOnce): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await nextTurn();
    yield all.slice(from, from + size);
  }
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

type Match = { line: number; applicationId: string | null; version: number | null };

type Matched = { columns: readonly string[]; mapping: ReturnMapping; results: string | null; at: number };

/** `matches`: by line. `results`: what is left of the answers about an earlier match. */
export async function setMatches(
  tx: Transaction,
  returnId: string,
  { columns, mapping, results, at }: Matched,
  matches: readonly Match[],
): Promise<void> {
  await tx.update(returnFiles).set({ mapping, results }).where(eq(returnFiles.id, returnId));
  await keepMapping(tx, columns, mapping, at);
  for await (const some of partsOf(matches)) {
    const rows = JSON.stringify(
      some.map(({ line, applicationId, version }) => [line, applicationId, version]),
    );
    // materialized, or SQLite reads the whole list for each row; an application that was deleted meanwhile is none
    await tx.run(sql`
      with found as materialized (
        select value ->> 0 as line, value ->> 1 as id, value ->> 2 as version from json_each(${rows}))
      update return_rows set version = found.version,
        application_id = (select id from applications where id = found.id)
      from found where return_id = ${returnId} and return_rows.line = found.line
        and return_rows.line between ${some[0]?.line ?? 0} and ${some.at(-1)?.line ?? 0}`);
  }
}

/** As they are now, by line. */
export async function readMatched(tx: Transaction, returnId: string, lines: readonly number[]) {
  const { line, applicationId, version, appliedBy } = returnRows;
  const rows = await tx
    .select({ line, applicationId, version, appliedBy })
    .from(returnRows)
    .where(and(eq(returnRows.returnId, returnId), inArray(line, [...lines])));
  return new Map(rows.map((row) => [row.line, row]));
}

export async function setApplied(
  tx: Transaction,
  returnId: string,
  lines: readonly number[],
  appliedBy: string,
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .update(returnRows)
    .set({ appliedBy })
    .where(and(eq(returnRows.returnId, returnId), inArray(returnRows.line, [...lines])));
  await tx
    .update(returnFiles)
    .set({ changed: sql`${returnFiles.changed} + ${lines.length}` })
    .where(eq(returnFiles.id, returnId));
}

export async function setResults(
  tx: Transaction,
  returnId: string,
  results: string,
  appliedAt: number | undefined,
): Promise<void> {
  await tx.update(returnFiles).set({ results, appliedAt }).where(eq(returnFiles.id, returnId));
}

/** What the file contains, with what was made of it. Name, hash and numbers stay. */
export async function eraseContents(tx: Transaction, returnIds: string[]): Promise<void> {
  await tx
    .update(returnFiles)
    .set({ columns: null, mapping: null, results: null })
    .where(inArray(returnFiles.id, returnIds));
  await tx.delete(returnRows).where(inArray(returnRows.returnId, returnIds));
}
