/** Request ids, and one log line per request. */
import { Elysia } from 'elysia';
import type { Log } from '../log';

const ids = new WeakMap<Request, { id: string; started: number }>();

/** The id of a request, as in `X-Request-Id` and in the log. */
export function requestIdOf(request: Request): string {
  return begin(request).id;
}

type LoggedRequest = { requestId: string; method: string; route: string; status: number; ms: number };

/** `route` is the pattern and never the path, because paths contain ids of applications. */
export function logRequest(log: Log, request: LoggedRequest): void {
  log('debug', 'request', request);
}

/** Gives each request an id and logs it after the response. */
export function requestLog(log: Log) {
  return new Elysia({ name: 'request-log' })
    .onRequest(({ request, set }) => {
      set.headers['x-request-id'] = begin(request).id;
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      const { id, started } = begin(request);
      logRequest(log, {
        requestId: id,
        method: request.method,
        route: route || 'none',
        status: responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200),
        ms: Math.round(performance.now() - started),
      });
    });
}

function begin(request: Request) {
  const known = ids.get(request);
  if (known) return known;
  const fresh = { id: crypto.randomUUID(), started: performance.now() };
  ids.set(request, fresh);
  return fresh;
}
