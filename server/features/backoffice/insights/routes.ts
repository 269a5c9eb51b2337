import { insightsCsv, insightsName } from '#domain/insights/csv';
import { type Insights, insightsQuery, periodOf } from '#domain/insights/insights';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { fileHeaders } from '../../../http/headers';
import { valid } from '../../../refusal';
import { queryDocs, readQuery } from '../paging';
import { readInsights } from './service';

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

function download(insights: Insights): Response {
  return new Response(insightsCsv(insights), {
    headers: {
      ...fileHeaders(insightsName(insights), 'text/csv; charset=utf-8'),
      'cache-control': 'no-store',
    },
  });
}
