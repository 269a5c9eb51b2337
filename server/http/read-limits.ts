/**
 * Limits what clients read: pages that are rendered or for which the database is asked, and calls that ask it. What is
 * answered from memory counts nowhere: it costs a hundredth of that, and many visitors may share one address. Instances
 * count by themselves, because a read must not cost a commit.
 */

import { Elysia } from 'elysia';
import { minuteMs } from '#domain/time';
import { api, backofficeApi, pages, staffPages } from '#domain/urls';
import type { Context } from '../context';
import { clientAddress } from './client-address';
import { ownRateLimit } from './rate-limit';
import { isApi, wantsPage } from './requests';

const windowMs = minuteMs;
const pageRule = { name: 'page', limit: 300, windowMs };
const callRule = { name: 'api-read', limit: 600, windowMs };

/** Routes that ask no database, at least not for each visitor. What they render counts when it is rendered. */
export const fromMemory: ReadonlySet<string> = new Set([
  pages.home,
  pages.privacy,
  pages.imprint,
  pages.accessibility,
  pages.documents,
  pages.document,
  pages.documentFile,
  pages.wizard,
  pages.calculator,
  pages.analyticsFrame,
  ...Object.values(staffPages),
  api.documents,
  api.bank,
]);

/** These count by account (`access.ts`), and without a valid token they ask no database. */
const staffCalls = [`${backofficeApi}/`, '/api/auth/'];

const charges = new WeakMap<Request, () => void>();

/** Once for each request. @throws Refusal 429 above the limit */
export function chargePage(request: Request): void {
  const charge = charges.get(request);
  charges.delete(request);
  charge?.();
}

/** Belongs before all routes. */
export function readLimits(context: Pick<Context, 'config' | 'meters' | 'uptime'>) {
  const { rateLimit, trustProxy } = context.config;
  const [countPage, countCall] = [ownRateLimit(context, pageRule), ownRateLimit(context, callRule)];
  const app = new Elysia({ name: 'read-limits' });
  if (!rateLimit) return app;
  return app
    .onRequest(({ request, server }) => {
      charges.set(request, () => countPage(clientAddress(request, server, trustProxy)));
    })
    .onTransform({ as: 'global' }, ({ request, route, server }) => {
      if (fromMemory.has(route)) return;
      if (wantsPage(request)) return chargePage(request);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead || !isApi(route) || staffCalls.some((prefix) => route.startsWith(prefix))) return;
      countCall(clientAddress(request, server, trustProxy));
    });
}
