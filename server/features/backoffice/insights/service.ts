import { readTally } from '#db/insights/read';
import { nextTurn } from '#db/turn';
import type { Tally } from '#domain/insights/counting';
import { askedSource, countedIn, folded, namedSources } from '#domain/insights/figures';
import { type Insights, otherSources, type Period } from '#domain/insights/insights';
import type { Context } from '../../../context';
import { createQueue } from '../../../http/queue';
import { refusals } from '../../../refusal';

/** One after the other: the parts of ten at once would make everybody else wait ten times as long. */
const inTurn = createQueue(1, 20, refusals.busy);
const sourcesAtOnce = 250;

export const readInsights = (context: Context, period: Period, source: string | null): Promise<Insights> =>
  inTurn(() => read(context, period, source));

async function read({ db }: Context, period: Period, source: string | null): Promise<Insights> {
  const tally = await readTally(db, period);
  const named = namedSources(tally);
  const of = source === null ? null : askedSource(source, named);
  const all = await foldedInParts(tally, named);
  return {
    ...period,
    source: of,
    sources: all.has(otherSources) ? [...named, otherSources] : named,
    ...countedIn(all, of),
  };
}

/** Visitors can invent any number of sources. */
async function foldedInParts(tally: Tally, named: readonly string[]): Promise<Tally> {
  const result: Tally = new Map();
  const all = [...tally];
  for (let from = 0; from < all.length; from += sourcesAtOnce) {
    folded(all.slice(from, from + sourcesAtOnce), named, result);
    await nextTurn();
  }
  return result;
}
