import { readTally } from '#db/insights/read';
import { askedSource, countedIn, folded, namedSources } from '#domain/insights/figures';
import { daysOf, type Insights, otherSources, type Period, periodBefore } from '#domain/insights/insights';
import { sentencesOf } from '#domain/insights/sentences';
import type { Context } from '../../../context';

export async function readInsights(
  { db }: Context,
  period: Period,
  source: string | null,
): Promise<Insights> {
  const before = periodBefore(period);
  const tally = await readTally(db, period);
  const named = namedSources(tally);
  const of = source === null ? null : askedSource(source, named);
  const all = folded(tally, named);
  const now = countedIn(all, of);
  // by the same names, because a source that was named then may be rare now
  const then = countedIn(folded(await readTally(db, before, 'compared'), named), of);
  return {
    ...period,
    before,
    source: of,
    sources: all.has(otherSources) ? [...named, otherSources] : named,
    sentences: sentencesOf({ now, before: then, days: daysOf(period) }),
    ...now,
  };
}
