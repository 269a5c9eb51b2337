/** Request ids, and one log line a request: method, route pattern, status, duration. */
import { Elysia } from 'elysia';
import type { Log } from '../log';

const ids = new WeakMap<Request, { id: string; started: number }>();

/** The id of a request, as in `X-Request-Id` and in the log. */
export function requestIdOf(request: Request): string {
  return begin(request).id;
}

type Answered = { requestId: string; method: string; route: string; status: number; ms: number };

/** Logs an answered request. `route` is the pattern, never the path: paths carry application ids. */
export function logRequest(log: Log, answered: Answered): void {
  log('debug', 'request', answered);
}

/** Gives every request an id and logs it when it is answered. */
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
