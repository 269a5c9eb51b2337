/** Limits how many pages a visitor gets. Instances count by themselves: a view of a page must not cost a commit. */
import { renderTooManyPage } from '#web/site/not-found/TooManyPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy, quietHeaders, securityHeadersOf } from '../../http/headers';
import { clientAddress, rateLimit, type Server } from '../../http/rate-limit';
import { Refusal } from '../../http/refusal';
import { noteRefused } from '../../http/refused';
import { isAddressed, recordRequest } from '../../http/requests';

/** Resolves with the refusal of a request for one page too many, otherwise with null. */
export type PageLimit = (request: Request) => Promise<Response | null>;

const rule = { name: 'page', limit: 300, windowMs: 60_000, ownCounts: true };

export function createPageLimit(context: Context, assets: Assets, serverOf: () => Server): PageLimit {
  const { config, operator } = context;
  const views = rateLimit(context, rule);
  const headers = {
    ...securityHeadersOf(config.production),
    ...quietHeaders,
    'content-security-policy': pagePolicy(),
    'content-type': 'text/html; charset=utf-8',
  };
  const html = renderTooManyPage(assets.page, operator.brand.name);
  return async (request) => {
    // a request without a valid address is refused without a page
    if (!isAddressed(request)) return null;
    try {
      await views.hit(clientAddress(request, serverOf(), config.trustProxy));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status } = error;
      noteRefused(context, { request, server: serverOf() }, status);
      const requestId = crypto.randomUUID();
      recordRequest(context, { requestId, method: request.method, route: 'none', status, ms: 0 });
      return new Response(html, {
        status,
        headers: { ...headers, ...error.headers, 'x-request-id': requestId },
      });
    }
  };
}
