import { readTally } from '#db/insights/read';
import { nextTurn } from '#db/turn';
import type { Tally } from '#domain/insights/counting';
import { askedSource, countedIn, folded, namedSources } from '#domain/insights/figures';
import { daysOf, type Insights, otherSources, type Period, periodBefore } from '#domain/insights/insights';
import { sentencesOf } from '#domain/insights/sentences';
import type { Context } from '../../../context';
import { createQueue } from '../../../http/queue';
import { refusals } from '../../../refusal';

/** One after the other: the parts of ten at once would make everybody else wait ten times as long. */
const inTurn = createQueue(1, 20, refusals.busy);
const sourcesAtOnce = 250;

export const readInsights = (context: Context, period: Period, source: string | null): Promise<Insights> =>
  inTurn(() => read(context, period, source));

async function read({ db }: Context, period: Period, source: string | null): Promise<Insights> {
  const before = periodBefore(period);
  const tally = await readTally(db, period);
  const named = namedSources(tally);
  const of = source === null ? null : askedSource(source, named);
  const all = await foldedInParts(tally, named);
  const now = countedIn(all, of);
  // by the same names, because a source that was named then may be rare now
  const then = countedIn(await foldedInParts(await readTally(db, before, 'compared'), named), of);
  return {
    ...period,
    before,
    source: of,
    sources: all.has(otherSources) ? [...named, otherSources] : named,
    sentences: sentencesOf({ now, before: then, days: daysOf(period) }),
    ...now,
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
