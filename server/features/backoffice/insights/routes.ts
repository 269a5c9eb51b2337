import { readTally } from '#db/insights/read';
import { insightsCsv, insightsName } from '#domain/insights/csv';
import { askedSource, countedIn, folded, namedSources } from '#domain/insights/figures';
import {
  daysOf,
  type Insights,
  insightsQuery,
  otherSources,
  type Period,
  periodBefore,
  periodOf,
} from '#domain/insights/insights';
import { sentencesOf } from '#domain/insights/sentences';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { valid } from '../../../refusal';
import { queryDocs, readQuery } from '../paging';

/** They name nobody, so that reading them leaves no row in the audit log. */
export function insightsRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-insights').get(
    api.insights,
    async ({ request }) => {
      const { format, source, ...days } = readQuery(request, insightsQuery);
      const insights = await readInsights(context, valid(periodOf(days, context.today())), source ?? null);
      return format === 'csv' ? download(insights) : insights;
    },
    { role: 'admin', detail: queryDocs(insightsQuery) },
  );
}

async function readInsights({ db }: Context, period: Period, source: string | null): Promise<Insights> {
  const before = periodBefore(period);
  const tally = await readTally(db, period);
  const named = namedSources(tally);
  const of = source === null ? null : askedSource(source, named);
  const all = folded(tally, named);
  const now = countedIn(all, of);
  // by the same names, because a source that was named then may be rare now
  const then = countedIn(folded(await readTally(db, before), named), of);
  return {
    ...period,
    before,
    source: of,
    sources: all.has(otherSources) ? [...named, otherSources] : named,
    sentences: sentencesOf({ now, before: then, days: daysOf(period) }),
    ...now,
  };
}

function download(insights: Insights): Response {
  return new Response(insightsCsv(insights), {
    headers: {
      ...fileHeaders(insightsName(insights), 'text/csv; charset=utf-8'),
      'cache-control': 'no-store',
    },
  });
}
