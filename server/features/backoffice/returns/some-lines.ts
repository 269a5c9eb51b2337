import { readStates } from '#db/cases/change';
import type { ReturnRecord } from '#db/returns/files';
import { partsOf, readMatched, setApplied } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import type { ReturnResult } from '#domain/returns/returns';
import type { Context } from '../../../context';
import type { Deed } from '../../../deed';
import { contentOf, matchedAnew } from './files';
import { applyLine } from './line';
import type { ReadLine } from './reading';

export type Applying = {
  context: Context;
  actor: Actor;
  file: ReturnRecord;
  /** Of the request. */
  key: string;
  notify: boolean;
  read: ReadonlyMap<number, ReadLine>;
};

/** Returns the lines that change nothing. @throws Refusal if the file is no longer as it was read */
export async function applySome(
  deed: Deed,
  { context, actor, file, read, ...request }: Applying,
  lines: readonly number[],
): Promise<ReturnResult['skipped']> {
  const { tx, record } = deed;
  const { mapping } = await contentOf(tx, file.id);
  if (JSON.stringify(mapping) !== JSON.stringify(file.mapping)) throw matchedAnew();
  const rows = await readMatched(tx, file.id, lines);
  const ids = [...rows.values()].flatMap(({ applicationId }) => applicationId ?? []);
  const states = await readStates(tx, ids);
  const skipped: ReturnResult['skipped'] = [];
  const changed: { line: number; id: string }[] = [];
  // others may read between two lines
  for await (const [line = 0] of partsOf(lines, 1)) {
    const row = rows.get(line);
    const id = row?.applicationId ?? '';
    const seen = { read: read.get(line), row, state: states.get(id) };
    const done = await applyLine(context, deed, actor, seen, request);
    if (done === 'now') changed.push({ line, id });
    else if (done !== 'before') skipped.push({ line, reason: done.skipped });
  }
  const hasNote = ({ line }: { line: number }) => typeof read.get(line)?.note === 'string';
  const idsOf = (some: typeof changed) => some.map(({ id }) => id);
  await setApplied(
    tx,
    file.id,
    changed.map(({ line }) => line),
    request.key,
  );
  await record('case_changed', idsOf(changed));
  await record('case_note_added', idsOf(changed.filter(hasNote)));
  return skipped;
}
