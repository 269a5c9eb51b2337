/**
 * Limits what clients read: pages that are rendered or for which the database is asked, and calls that ask it. What is
 * answered from memory counts nowhere: it costs a hundredth of that, and many visitors may share one address. Instances
 * count these by themselves, because a read must not cost a commit.
 */

import { Elysia } from 'elysia';
import { nextTurn } from '#db/turn';
import { minuteMs } from '#domain/time';
import { api, backofficeApi, pages, staffPages } from '#domain/urls';
import type { Context } from '../../context';
import { refusals } from '../../refusal';
import { clientAddress, type Server } from '../client-address';
import { createQueue } from '../queue';
import { isApi, wantsPage } from '../requests';
import { ownRateLimit, rateLimit } from './rate-limit';

const windowMs = minuteMs;
const pageRule = { name: 'page', limit: 300, windowMs };
const callRule = { name: 'api-read', limit: 600, windowMs };
const pdfRule = { limit: 10, windowMs };

/** Routes that ask nobody: no name server, and no database for each visitor. What they render counts when it is rendered. */
export const fromMemory: ReadonlySet<string> = new Set([
  pages.home,
  pages.precheck,
  pages.whatIsLeft,
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
  api.places,
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

export function readLimits(context: Pick<Context, 'config' | 'meters' | 'uptime'>) {
  const { config } = context;
  const [countPage, countCall] = [ownRateLimit(context, pageRule), ownRateLimit(context, callRule)];
  const app = new Elysia({ name: 'read-limits' });
  if (!config.rateLimit) return app;
  return app
    .onRequest(({ request, server }) => {
      charges.set(request, () => countPage(clientAddress(request, server, config)));
    })
    .onTransform({ as: 'global' }, ({ request, route, server }) => {
      if (fromMemory.has(route)) return;
      if (wantsPage(request)) return chargePage(request);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead || !isApi(route) || staffCalls.some((prefix) => route.startsWith(prefix))) return;
      countCall(clientAddress(request, server, config));
    });
}

/** A page needs a megabyte until its beginning is rendered, and on one core more pages at a time are not faster. */
const renders = createQueue(2, 200, refusals.busy);

/** A look at everything that is stored about a person, or a check of a whole table. */
const looks = createQueue(2, 20, refusals.busy);

/** Rejects with the signal's reason if the visitor has left. @throws Refusal 429 if too many ask or wait */
export async function renderInTurn<T>(request: Request, render: () => Promise<T>): Promise<T> {
  chargePage(request);
  return await inTurn(renders, request, render);
}

export async function lookInTurn<T>(request: Request, look: () => Promise<T>): Promise<T> {
  return await inTurn(looks, request, look);
}

async function inTurn<T>(queue: typeof renders, { signal }: Request, work: () => Promise<T>): Promise<T> {
  const whenHere = async () => {
    await nextTurn();
    signal.throwIfAborted();
    return await work();
  };
  return await queue(whenHere, { signal });
}

/** @throws Refusal 429 above 10 a minute of the link or of the client */
export function createPdfLimit(context: Context) {
  const byClient = rateLimit(context, { name: 'pdf-client', ...pdfRule });
  const byLink = rateLimit(context, { name: 'pdf-link', ...pdfRule });
  return async ({ request, server }: { request: Request; server: Server }, token: string): Promise<void> => {
    await byClient.hit(clientAddress(request, server, context.config));
    await byLink.hit(token);
  };
}
