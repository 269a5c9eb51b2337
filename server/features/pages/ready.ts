/** Pages from the cache, answered before anything else runs: the rest of the way takes several times their time. */
import { Elysia } from 'elysia';
import type { Log } from '../../log';

/** Answers by path, each null while there is none to give. */
export type ReadyPages = Map<string, (request: Request) => Response | null>;

/** To be used first of all. Who asks in another way than a browser does for the first time goes the usual way. */
export function answerReadyPages(log: Log, pages: ReadyPages) {
  return new Elysia({ name: 'ready-pages' }).onRequest(({ request }) => {
    if (request.method !== 'GET' || request.headers.get('if-none-match') !== null) return;
    // with a query it is another address
    const path = request.url.slice(request.url.indexOf('/', 'https://'.length));
    const page = pages.get(path)?.(request);
    if (!page) return;
    const requestId = crypto.randomUUID();
    page.headers.set('x-request-id', requestId);
    log('debug', 'request', { requestId, method: 'GET', route: path, status: 200, ms: 0 });
    return page;
  });
}
