/** Pages from the cache, answered before anything else runs: the rest of the way takes several times their time. */
import { Elysia } from 'elysia';
import { addressOf, isAddressed } from '../../http/host';
import type { Log } from '../../log';

/** Answers by path, each null while there is none to give. */
export type ReadyPages = Map<string, (request: Request) => Response | null>;

/** Who asks in another way than a browser does for the first time goes the usual way. */
export function answerReadyPages(log: Log, pages: ReadyPages) {
  const answer = (request: Request): Response | null => {
    if (request.method !== 'GET' || request.headers.get('if-none-match') !== null) return null;
    if (!isAddressed(request)) return null;
    // with a query it is another address
    const path = addressOf(request);
    const page = pages.get(path)?.(request);
    if (!page) return null;
    const requestId = crypto.randomUUID();
    page.headers.set('x-request-id', requestId);
    log('debug', 'request', { requestId, method: 'GET', route: path, status: 200, ms: 0 });
    return page;
  };
  // around the whole application: even its context of a request costs more than such an answer
  return new Elysia({ name: 'ready-pages' }).wrap((handle, request) => {
    const page = answer(request);
    return page ? () => page : handle;
  });
}
