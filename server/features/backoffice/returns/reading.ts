/** What the lines of a file say once its columns have meanings, and the applications that they name. */
import { readStates } from '#db/cases/change';
import type { Reader } from '#db/client';
import { columnsIn, type ReturnRecord, readRows, type StoredRow } from '#db/returns/files';
import { findReferenced, partsOf, readNames } from '#db/returns/matches';
import { decideChange } from '#domain/cases/decide';
import { interpret, type Line, placesOf } from '#domain/returns/interpret';
import { changeBy, clashesIn, notApplied, refusedBecause } from '#domain/returns/lines';
import { type MatchedLine, ofMapping, type ReturnMapping, returnMeaningKeys } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { refusals } from '../../../refusal';

/** Their reasons may be long, and a letter may stand for eighteen. */
const rowsAtOnce = 10;

/** `applicationId`: to which it was matched last. */
export type ReadLine = Line & Pick<StoredRow, 'applicationId'>;

export async function readLines(
  { cipher, db, today }: Context,
  file: ReturnRecord,
  mapping: ReturnMapping,
): Promise<ReadLine[]> {
  const columns = columnsIn(cipher, file);
  checkColumns(mapping, columns);
  const rows = await readRows(db.fresh, cipher, file.id);
  const places = placesOf(mapping, columns);
  const toLine = (row: StoredRow) => ({
    ...interpret(row, places, today()),
    applicationId: row.applicationId,
  });
  const lines: ReadLine[] = [];
  for await (const some of partsOf(rows, rowsAtOnce)) lines.push(...some.map(toLine));
  return lines;
}

/** As the file was matched, with what the lines say of one another. None as long as it is not matched. */
export async function readByLine(context: Context, file: ReturnRecord): Promise<Map<number, ReadLine>> {
  const lines = file.mapping === null ? [] : await readLines(context, file, file.mapping);
  const clashes = clashesIn(lines);
  return new Map(
    lines.map((one) => [one.line, { ...one, problem: one.problem ?? clashes.get(one.line) ?? null }]),
  );
}

function checkColumns(mapping: ReturnMapping, columns: readonly string[]): void {
  const unknown = returnMeaningKeys.filter((meaning) => {
    const name = mapping[meaning];
    return name !== undefined && !columns.includes(name);
  });
  if (unknown.length === 0) return;
  const message = 'Diese Spalte gibt es in der Datei nicht';
  throw refusals.invalid(unknown.map((path) => ofMapping({ path, message })));
}

export type Found = Line & Pick<MatchedLine, 'applicationId' | 'match'>;

export async function findApplications(reader: Reader, lines: readonly Line[]): Promise<Found[]> {
  const find = async (kind: 'mandate' | 'id' | 'start') => {
    const keys = lines.flatMap(({ reference }) => (reference.kind === kind ? reference.key : []));
    return await findReferenced(reader, kind, [...new Set(keys)]);
  };
  const named = { mandate: await find('mandate'), id: await find('id'), start: await find('start') };
  return lines.map((line) => {
    const { reference } = line;
    const none = (problem: string) => ({ ...line, applicationId: null, match: 'none' as const, problem });
    if (reference.kind === 'none') return none(reference.problem);
    const [applicationId, ...others] = named[reference.kind].get(reference.key) ?? [];
    if (applicationId === undefined) return none(notApplied.noMatch);
    if (others.length > 0) return none(notApplied.several);
    return { ...line, applicationId, match: reference.kind === 'mandate' ? 'reference' : 'id' };
  });
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;

export async function readFacts(reader: Reader, found: readonly Found[]) {
  const states: Awaited<ReturnType<typeof readStates>> = new Map();
  const names: Awaited<ReturnType<typeof readNames>> = new Map();
  for await (const some of partsOf([...new Set(found.flatMap((one) => one.applicationId ?? []))])) {
    for (const [id, state] of await readStates(reader, some)) states.set(id, state);
    for (const [id, name] of await readNames(reader, some)) names.set(id, name);
  }
  const numbers = new Set(found.flatMap((one) => one.policyNumber ?? []));
  const numbered = await findReferenced(reader, 'policyNumber', [...numbers]);
  return { states, names, numbered };
}

/** Why the case does not allow it; null if it does. */
export function judge(
  { config, today, calendar }: Pick<Context, 'config' | 'today' | 'calendar'>,
  line: Found,
  { states, numbered }: Facts,
): string | null {
  const state = states.get(line.applicationId ?? '');
  if (!state) return notApplied.open;
  const { policyholderConfirmation: policy } = config;
  const known = { version: null, assignee: null, today: today(), calendar, policy };
  const refused = refusedBecause(decideChange(state, changeBy(line, state.status), known));
  if (refused !== null) return refused;
  const owners = numbered.get(line.policyNumber ?? '') ?? [];
  return owners.some((one) => one !== line.applicationId) ? notApplied.taken : null;
}
