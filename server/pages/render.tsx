/** Renders the pages of visitors. Nothing else renders one, so that each waits for its turn and counts. */
import type { ReactNode } from 'react';
import { type AnyLinkKind, invalidLinkTitle } from '#domain/access-links';
import { sourceIn } from '#domain/fields';
import { type PageHead, renderPage } from '#web/render.tsx';
import { InvalidLinkPage, RefusedPage } from '#web/site/access.tsx';
import { ErrorPage, NotFoundPage } from '#web/site/error-pages.tsx';
import { renderTooManyPage } from '#web/site/TooManyPage.tsx';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { pagePolicy, quietHeaders, sharedCaching, typedCaching } from '../http/headers';
import { renderInTurn } from '../http/limits/read-limits';
import { addressOf, requestIdOf } from '../http/requests';
import { type Refusal, tooManyMessage } from '../refusal';
import type { PageCache } from './cache';

type Site = Pick<Context, 'config' | 'operator' | 'site'>;

export function pageRenderer({ operator, site }: Pick<Site, 'operator' | 'site'>, assets: Assets) {
  const shown = () => ({ ...operator, ...site.shown() });
  return (request: Request, head: PageHead, body: ReactNode): Promise<ReadableStream> =>
    renderInTurn(request, () => renderPage(assets.page, shown(), head, body, sourceIn(request.url)));
}

/** `quiet`: of a page without analytics. */
export function pageHeaders({ config }: Pick<Context, 'config'>, caching?: string, quiet = false) {
  return {
    'content-type': 'text/html; charset=utf-8',
    ...(caching === undefined ? sharedCaching : { 'cache-control': caching }),
    'content-security-policy': pagePolicy({ frames: !quiet && config.analyticsScriptUrl !== null }),
  };
}

/** `path`: of the page that search engines know, without a query. */
export function publicHead(context: Context, path: string, head: PageHead): PageHead {
  const url = context.publicUrl();
  return head.noindex ? head : { ...head, canonical: `${url}${path}`, image: `${url}/static/og.png` };
}

/** Where the cache keeps a page that is the same for everybody as long as its version. */
export const keptAs = (context: Context, assets: Assets, path: string, version = '') => ({
  path,
  version: `${version} ${assets.page.styles}`,
  // in development the styles change
  freshUntil: context.uptime() + 1000,
});

type About = { path: string; description: string };

/** Of a form that search engines may know, but not with what somebody entered. Without analytics, as all forms (decision 010). */
export function openForm(context: Context, assets: Assets, cache: PageCache, { path, description }: About) {
  const renderer = pageRenderer(context, assets);
  const render = (request: Request, title: string, body: ReactNode) => {
    const noindex = addressOf(request) !== path;
    const head = {
      title: `${title} | ${context.operator.brand.name}`,
      description,
      noindex,
      quiet: true,
    } as const;
    return renderer(request, publicHead(context, path, head), body);
  };
  /** For this visitor only. No other page learns its address. */
  const own = async (request: Request, title: string, body: ReactNode, status = 200) => {
    const caching = request.method === 'POST' ? typedCaching : 'no-store';
    const headers = { ...pageHeaders(context, caching, true), 'referrer-policy': 'no-referrer' };
    return new Response(await render(request, title, body), { status, headers });
  };
  return {
    own,
    /** Without a query for everybody. */
    page: (request: Request, title: string, body: ReactNode, version?: string) =>
      addressOf(request) === path
        ? cache.respond(request, {
            ...keptAs(context, assets, path, version),
            headers: pageHeaders(context, undefined, true),
            render: () => render(request, title, body),
          })
        : own(request, title, body),
  };
}

/** Public pages whose address gives access to something: they send no referrer and are not stored. */
export function quietPages(site: Site, assets: Assets) {
  const render = pageRenderer(site, assets);
  const respond = async (
    request: Request,
    title: string,
    body: ReactNode,
    status = 200,
    caching = 'no-store',
  ): Promise<Response> => {
    // without analytics: the address is for nobody else
    const head = { title: `${title} | ${site.operator.brand.name}`, noindex: true, quiet: true } as const;
    const headers = { ...quietHeaders, ...pageHeaders(site, caching, true) };
    return new Response(await render(request, head, body), { status, headers });
  };
  return {
    respond,
    /** A refused form with nothing but what was typed. */
    typed: (request: Request, title: string, body: ReactNode, status: number) =>
      respond(request, `Fehler: ${title}`, body, status, typedCaching),
    /** Of what was done: who goes back or loads anew does not send it again. */
    seeOther: (location: string) =>
      new Response(null, { status: 303, headers: { ...quietHeaders, location } }),
    invalid: (request: Request, kind: AnyLinkKind) =>
      respond(request, invalidLinkTitle.replace(/\.$/, ''), <InvalidLinkPage kind={kind} />, 404),
    refused: (request: Request, { status, message }: { status: number; message: string }) =>
      respond(request, 'Fehler', <RefusedPage message={message} />, status, typedCaching),
  };
}

/** Whoever asks for too much gets a small page, which costs nothing; every other refusal gets a page of the site. */
export function errorPages(context: Context, assets: Assets) {
  const render = pageRenderer(context, assets);
  const tooMany = tooManyPages(context, assets);
  return async (request: Request, { status, body, headers }: Refusal): Promise<Response> => {
    if (status === 429) return tooMany(body.message, headers);
    const missing = status === 404;
    const title = `${missing ? '404 Page Not Found' : 'Fehler'} | ${context.operator.brand.name}`;
    const page = missing ? <NotFoundPage /> : <ErrorPage requestId={requestIdOf(request)} />;
    const stream = await render(request, { title, noindex: true }, page);
    return new Response(stream, { status, headers: pageHeaders(context, 'no-store') });
  };
}

/** Kept by their sentence: there is one for each form. */
function tooManyPages(context: Context, assets: Assets) {
  const kept = new Map<string, string>();
  const usual = { ...quietHeaders, ...pageHeaders(context, 'no-store', true) };
  return (message: string, headers: Record<string, string>): Response => {
    const sentence = message === tooManyMessage ? undefined : message;
    const html = kept.get(message) ?? renderTooManyPage(assets.page, context.operator.brand.name, sentence);
    kept.set(message, html);
    return new Response(html, { status: 429, headers: { ...usual, ...headers } });
  };
}
