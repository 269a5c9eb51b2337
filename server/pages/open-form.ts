/** Forms that search engines may know, but not with what somebody entered. Without analytics, as all forms (decision 010). */
import type { ReactNode } from 'react';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { typedCaching } from '../http/headers';
import { addressOf } from '../http/requests';
import type { PageCache } from './cache';
import { pageHeaders, pageRenderer, publicHead } from './render';

type About = { path: string; description: string };

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
