/** Renders the pages of visitors. Nothing else renders one, so that each waits for its turn and counts. */

import type { ReactNode } from 'react';
import { sourceIn } from '#domain/fields';
import type { PageOperator } from '#domain/operator/operator';
import { type PageHead, renderPage } from '#web/render.tsx';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { pagePolicy, typedCaching } from '../http/headers';
import { renderInTurn } from '../http/limits/read-limits';
import { addressOf } from '../http/requests';
import type { PageCache } from './cache';

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

type About = { path: string; description: string };

/** Of a form that search engines may know, but not with what somebody entered. Without analytics, as all forms (decision 010). */
export function openForm(context: Context, assets: Assets, cache: PageCache, { path, description }: About) {
  const { operator } = context;
  const renderer = pageRenderer(assets, operator);
  const render = (request: Request, title: string, body: ReactNode) => {
    const noindex = addressOf(request) !== path;
    const head = { title: `${title} | ${operator.brand.name}`, description, noindex, quiet: true } as const;
    return renderer(request, publicHead(context, path, head), body);
  };
  /** For this visitor only. No other page learns its address. */
  const own = async (request: Request, title: string, body: ReactNode, status = 200) => {
    const caching = request.method === 'POST' ? typedCaching : 'no-store';
    return new Response(await render(request, title, body), {
      status,
      headers: { ...pageHeaders(context, caching, true), 'referrer-policy': 'no-referrer' },
    });
  };
  return {
    own,
    /** Without a query for everybody, while the version is the same. */
    page: (request: Request, title: string, body: ReactNode, version = '') =>
      addressOf(request) === path
        ? cache.respond(request, {
            path,
            version: `${version} ${assets.page.styles}`,
            // in development the styles change
            freshUntil: context.uptime() + 1000,
            headers: pageHeaders(context, undefined, true),
            render: () => render(request, title, body),
          })
        : own(request, title, body),
  };
}
