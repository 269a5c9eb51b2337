/** Public pages whose address gives access to something: they send no referrer and are never cached. */
import type { ReactNode } from 'react';
import { invalidLinkTitle } from '#domain/access-links';
import { renderPage } from '#web/render.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy } from '../../http/headers';
import { inTurn } from './turn';

/** Headers of everything below such an address. */
export const quietHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** The title of the page for a link that is not valid. */
export const invalidLinkHead = invalidLinkTitle.replace(/\.$/, '');

export function quietPages({ config, operator }: Pick<Context, 'config' | 'operator'>, assets: Assets) {
  return async (request: Request, title: string, body: ReactNode, status = 200): Promise<Response> => {
    const measured = config.analyticsScriptUrl !== null;
    const head = {
      title: `${title} | ${operator.brand.name}`,
      noindex: true,
      measured,
      quiet: true,
    } as const;
    const page = await inTurn(request, () => renderPage(assets.page, operator, head, body));
    // without analytics: the address is for nobody else
    const headers = { ...quietHeaders, 'content-security-policy': pagePolicy() };
    return new Response(page, {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  };
}
