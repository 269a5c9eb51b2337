/** Lines of a file change their cases: some in one transaction, so that other writes get in between (decision 039). */
import { resultsIn, resultsName } from '#db/returns/files';
import { partsOf, setResults } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import type { ApplyRequest, ReturnResult } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { requestHash } from '../../../repeats';
import { contentOf } from './files';
import { readByLine } from './reading';
import { applySome } from './some-lines';

const linesAtOnce = 20;

/** The same again answers as before; if it was interrupted, it does what is left. */
export async function applyReturn(
  context: Context,
  actor: Actor,
  id: string,
  { lines, notify }: ApplyRequest,
): Promise<ReturnResult> {
  const named = [...new Set(lines)].toSorted((a, b) => a - b);
  const hash = requestHash({ lines: named, notify });
  const file = await contentOf(context.db.shared ?? context.db.read, id);
  const before = resultsIn(context.cipher, file)[hash];
  if (before) return before;
  const applying = { context, actor, file, hash, notify, read: await readByLine(context, file) };
  const skipped: ReturnResult['skipped'] = [];
  for await (const some of partsOf(named, linesAtOnce)) {
    skipped.push(...(await perform(context, actor, (deed) => applySome(deed, applying, some))));
  }
  const result = { changed: named.length - skipped.length, skipped };
  return await perform(context, actor, async ({ tx, at, record }) => {
    const results = resultsIn(context.cipher, await contentOf(tx, id));
    const first = results[hash];
    if (first) return first;
    const all = JSON.stringify({ ...results, [hash]: result });
    await setResults(tx, id, context.cipher.seal(id, resultsName, all), at);
    await record('return_applied', [id]);
    return result;
  });
}
