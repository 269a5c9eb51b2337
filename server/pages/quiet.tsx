/** Public pages whose address gives access to something: they send no referrer and are not stored. */
import type { ReactNode } from 'react';
import { type AnyLinkKind, invalidLinkTitle } from '#domain/access-links';
import { InvalidLinkPage, RefusedPage } from '#web/site/access.tsx';
import type { Assets } from '../assets';
import type { Context } from '../context';
import { quietHeaders, typedCaching } from '../http/headers';
import { pageHeaders, pageRenderer } from './render';

export function quietPages({ config, operator }: Pick<Context, 'config' | 'operator'>, assets: Assets) {
  const render = pageRenderer(assets, operator);
  const respond = async (
    request: Request,
    title: string,
    body: ReactNode,
    status = 200,
    caching = 'no-store',
  ): Promise<Response> => {
    const measured = config.analyticsScriptUrl !== null;
    const head = {
      title: `${title} | ${operator.brand.name}`,
      noindex: true,
      measured,
      quiet: true,
    } as const;
    const page = await render(request, head, body);
    // without analytics: the address is for nobody else
    const headers = { ...quietHeaders, ...pageHeaders({ config }, caching, true) };
    return new Response(page, { status, headers });
  };
  /** A refused form with nothing but what was typed. */
  const typed = (request: Request, title: string, body: ReactNode, status: number) =>
    respond(request, `Fehler: ${title}`, body, status, typedCaching);
  return {
    respond,
    typed,
    /** Of what was done: who goes back or loads anew does not send it again. */
    seeOther: (location: string) =>
      new Response(null, { status: 303, headers: { ...quietHeaders, location } }),
    invalid: (request: Request, kind: AnyLinkKind) =>
      respond(request, invalidLinkTitle.replace(/\.$/, ''), <InvalidLinkPage kind={kind} />, 404),
    refused: (request: Request, { status, message }: { status: number; message: string }) =>
      respond(request, 'Fehler', <RefusedPage message={message} />, status, typedCaching),
  };
}
