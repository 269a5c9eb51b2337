/** Lines of a file change their cases: some in one transaction, so that other writes get in between (decision 039). */
import { findAnswered, type ReturnRecord, resultsIn, sealResults } from '#db/returns/files';
import { partsOf, setApplied, setResults } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import type { ApplyRequest, ReturnResult } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { repeated, requestHash } from '../../../repeats';
import { contentOf, matchedAnew } from './files';
import { applyLine, readSeen } from './line';
import { type ReadLine, readByLine } from './reading';

const linesAtOnce = 20;

/** The same again answers as before; if it was interrupted, it does what is left. */
export async function applyReturn(
  context: Context,
  actor: Actor,
  id: string,
  { id: own, lines, notify }: ApplyRequest,
): Promise<ReturnResult> {
  const { cipher } = context;
  const named = [...new Set(lines)].toSorted((a, b) => a - b);
  const hash = requestHash({ lines: named, notify });
  const key = own ?? hash;
  /** What it has answered; else keeps what it answers now, null when it begins. */
  const keep = (result: ReturnResult | null) =>
    perform(context, actor, async ({ tx, at, record, unrecorded }) => {
      const results = resultsIn(cipher, await contentOf(tx, id));
      const first = repeated(results[key] ?? null, { hash });
      if (first && (first.result || !result)) return first.result;
      if (own && !first) repeated(await findAnswered(tx, cipher, own), { id });
      const all = { ...results, [key]: { hash, result } };
      await setResults(tx, id, sealResults(cipher, id, all), result ? at : undefined);
      if (result) await record('return_applied', [id]);
      else unrecorded('the lines that follow are');
      return result;
    });
  const file = await contentOf(context.db.fresh, id);
  const before = own ? await keep(null) : resultsIn(cipher, file)[key]?.result;
  if (before) return before;
  const applying = { context, actor, file, key, notify, read: await readByLine(context, file) };
  const skipped: ReturnResult['skipped'] = [];
  for await (const some of partsOf(named, linesAtOnce)) {
    skipped.push(...(await perform(context, actor, (deed) => applySome(deed, applying, some))));
  }
  const result = { changed: named.length - skipped.length, skipped };
  return (await keep(result)) ?? result;
}

type Applying = {
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
  { context, actor, file, key, notify, read }: Applying,
  lines: readonly number[],
): Promise<ReturnResult['skipped']> {
  const { tx, record } = deed;
  const { mapping } = await contentOf(tx, file.id);
  if (JSON.stringify(mapping) !== JSON.stringify(file.mapping)) throw matchedAnew();
  const seen = { read, ...(await readSeen(deed, file.id, lines)) };
  const request = { key, notify, policy: context.config.policyholderConfirmation };
  const skipped: ReturnResult['skipped'] = [];
  const changed: number[] = [];
  // others may read between two lines
  for await (const [line = 0] of partsOf(lines, 1)) {
    const done = await applyLine(deed, actor, line, seen, request);
    if (done === 'now') changed.push(line);
    else if (done !== 'before') skipped.push({ line, reason: done.skipped });
  }
  const idsOf = (some: number[]) => some.map((line) => seen.rows.get(line)?.applicationId ?? '');
  const noted = changed.filter((line) => typeof read.get(line)?.note === 'string');
  await setApplied(tx, file.id, changed, key);
  await record('case_changed', idsOf(changed));
  await record('case_note_added', idsOf(noted));
  return skipped;
}
