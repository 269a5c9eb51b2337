import { readTally } from '#db/insights/tally';
import { nextTurn } from '#db/turn';
import type { Tally } from '#domain/insights/counts';
import { insightsCsv, insightsName } from '#domain/insights/csv';
import { askedSource, countedIn, folded, namedSources } from '#domain/insights/figures';
import { type Insights, insightsQuery, otherSources, type Period, periodOf } from '#domain/insights/insights';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { fileHeaders } from '../../http/headers';
import { createQueue } from '../../http/queue';
import { refusals, valid } from '../../refusal';
import { queryDocs, readQuery } from './lists';

/** They name nobody, so that reading them leaves no row in the audit log. */
export function insightsRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-insights', 'admin').get(
    api.insights,
    async ({ request }) => {
      const { format, source, ...days } = readQuery(request, insightsQuery);
      const period = valid(periodOf(days, context.today()));
      const insights = await inTurn(() => read(context, period, source ?? null));
      return format === 'csv' ? download(insights) : insights;
    },
    { detail: queryDocs(insightsQuery) },
  );
}

function download(insights: Insights): Response {
  const file = fileHeaders(insightsName(insights), 'text/csv; charset=utf-8');
  return new Response(insightsCsv(insights), { headers: { ...file, 'cache-control': 'no-store' } });
}

/** One after the other: the parts of ten at once would make everybody else wait ten times as long. */
const inTurn = createQueue(1, 20, refusals.busy);
const sourcesAtOnce = 250;

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
