/** Lines of a file change their cases: some in one transaction, so that other writes get in between (decision 039). */
import { resultsIn, sealResults } from '#db/returns/files';
import { partsOf, setResults } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import type { ApplyRequest, ReturnResult } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { repeated, requestHash } from '../../../repeats';
import { contentOf } from './files';
import { readByLine } from './reading';
import { applySome } from './some-lines';

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
      const all = { ...results, [key]: { hash, result } };
      await setResults(tx, id, sealResults(cipher, id, all), result ? at : undefined);
      if (result) await record('return_applied', [id]);
      else unrecorded('the lines that follow are');
      return result;
    });
  const file = await contentOf(context.db.shared ?? context.db.read, id);
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
