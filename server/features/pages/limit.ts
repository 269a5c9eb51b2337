/** Limits how many pages a visitor gets. Instances count by themselves: a view of a page must not cost a commit. */
import { renderTooManyPage } from '#web/site/not-found/TooManyPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { clientAddress, type Server } from '../../http/client-address';
import { pagePolicy, quietHeaders, securityHeadersOf } from '../../http/headers';
import { ownRateLimit } from '../../http/rate-limit';
import { Refusal } from '../../http/refusal';
import { noteRefused } from '../../http/refused';
import { isAddressed, recordRequest } from '../../http/requests';

/** Returns the refusal of a request for one page too many, otherwise null. */
export type PageLimit = (request: Request) => Response | null;

const rule = { name: 'page', limit: 300, windowMs: 60_000 };

export function createPageLimit(context: Context, assets: Assets, serverOf: () => Server): PageLimit {
  const { config, operator } = context;
  if (!config.rateLimit) return () => null;
  const count = ownRateLimit(context, rule);
  const headers = {
    ...securityHeadersOf(config.production),
    ...quietHeaders,
    'content-security-policy': pagePolicy(),
    'content-type': 'text/html; charset=utf-8',
  };
  const html = renderTooManyPage(assets.page, operator.brand.name);
  return (request) => {
    // a request without a valid address is refused without a page
    if (!isAddressed(request)) return null;
    try {
      count(clientAddress(request, serverOf(), config.trustProxy));
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
