import { ErrorPage, NotFoundPage } from '#web/site/error-pages.tsx';
import { renderTooManyPage } from '#web/site/TooManyPage.tsx';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { quietHeaders } from '../http/headers';
import { requestIdOf } from '../http/requests';
import { type Refusal, tooManyMessage } from '../refusal';
import { pageHeaders, pageRenderer } from './render';

/** Whoever asks for too much gets a small page, which costs nothing; every other refusal gets a page of the site. */
export function errorPages(context: Context, assets: Assets) {
  const { operator, config } = context;
  const measured = config.analyticsScriptUrl !== null;
  const render = pageRenderer(assets, operator);
  const tooMany = tooManyPages(context, assets);
  return async (request: Request, { status, body, headers }: Refusal): Promise<Response> => {
    if (status === 429) return tooMany(body.message, headers);
    const missing = status === 404;
    const title = `${missing ? '404 Page Not Found' : 'Fehler'} | ${operator.brand.name}`;
    const page = missing ? <NotFoundPage /> : <ErrorPage requestId={requestIdOf(request)} />;
    const stream = await render(request, { title, noindex: true, measured }, page);
    return new Response(stream, { status, headers: pageHeaders(context, 'no-store') });
  };
}

/** Kept by their sentence: there is one for each form. */
function tooManyPages(context: Context, assets: Assets) {
  const kept = new Map<string, string>();
  const { brand } = context.operator;
  const usual = { ...quietHeaders, ...pageHeaders(context, 'no-store', true) };
  return (message: string, headers: Record<string, string>): Response => {
    const sentence = message === tooManyMessage ? undefined : message;
    const html = kept.get(message) ?? renderTooManyPage(assets.page, brand.name, sentence);
    kept.set(message, html);
    return new Response(html, { status: 429, headers: { ...usual, ...headers } });
  };
}
