/** What the lines of a file say once its columns have meanings. */
import { columnsIn, type ReturnRecord, readRows, type StoredRow } from '#db/returns/files';
import { partsOf } from '#db/returns/matches';
import { interpret, type Line, placesOf } from '#domain/returns/interpret';
import { clashesIn } from '#domain/returns/lines';
import { ofMapping, type ReturnMapping, returnMeaningKeys } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { refusals } from '../../../refusal';

/** Their reasons may be long. */
const rowsAtOnce = 50;

/** `applicationId`: to which it was matched last. */
export type ReadLine = Line & Pick<StoredRow, 'applicationId'>;

export async function readLines(
  { cipher, db, today }: Context,
  file: ReturnRecord,
  mapping: ReturnMapping,
): Promise<ReadLine[]> {
  const columns = columnsIn(cipher, file);
  checkColumns(mapping, columns);
  const rows = await readRows(db.shared ?? db.read, cipher, file.id);
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
