/** Renders the pages of visitors. Nothing else renders one, so that each waits for its turn and counts. */
import type { ReactNode } from 'react';
import { sourceIn } from '#domain/fields';
import type { PageOperator } from '#domain/operator/operator';
import { type PageHead, renderPage } from '#web/render.tsx';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { pagePolicy } from '../http/headers';
import { renderInTurn } from '../http/limits/read-limits';

export function pageRenderer(assets: Assets, operator: PageOperator) {
  return (request: Request, head: PageHead, body: ReactNode): Promise<ReadableStream> =>
    renderInTurn(request, () => renderPage(assets.page, operator, head, body, sourceIn(request.url)));
}

/** `quiet`: of a page without analytics. */
export function pageHeaders(
  { config }: Pick<Context, 'config'>,
  caching = 'public, max-age=60',
  quiet = false,
) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': caching,
    'content-security-policy': pagePolicy({ frames: !quiet && config.analyticsScriptUrl !== null }),
  };
}

/** `path`: of the page that search engines know, without a query. */
export function publicHead(context: Context, path: string, head: PageHead): PageHead {
  const url = context.publicUrl();
  const indexed = head.noindex ? {} : { canonical: `${url}${path}`, image: `${url}/static/og.png` };
  return { ...head, ...indexed, measured: context.config.analyticsScriptUrl !== null };
}
