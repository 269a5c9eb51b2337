/** Requests with an invalid address are refused before anything else reads it. */
import { Elysia } from 'elysia';
import { api, pages } from '#domain/urls';
import type { Context } from '../context';
import { refusals } from '../refusal';
import { callerOf } from './auth';
import { clientAddress } from './client-address';

const ids = new WeakMap<Request, { id: string; started: number }>();

export function requestIdOf(request: Request): string {
  return begin(request).id;
}

export function ageOf(request: Request): number {
  return performance.now() - begin(request).started;
}

type AnsweredRequest = { requestId: string; method: string; route: string; status: number; ms: number };

/** Logs and counts. `route` is the pattern and never the path, because paths contain ids of applications. */
export function recordRequest({ log, meters }: Pick<Context, 'log' | 'meters'>, request: AnsweredRequest) {
  const { requestId, method, route, status, ms } = request;
  log('debug', 'request', { requestId, method, route, status, ms: Math.round(ms) });
  meters.request(request);
}

export function requestRecord(context: Pick<Context, 'log' | 'meters'>) {
  return new Elysia({ name: 'request-record' })
    .onRequest(({ request, set }) => {
      set.headers['x-request-id'] = begin(request).id;
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      const { id } = begin(request);
      recordRequest(context, {
        requestId: id,
        method: request.method,
        route: route || 'none',
        status: responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200),
        ms: ageOf(request),
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

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** A host name or an IP address, and an optional port. Two `Host` headers arrive as one with a comma. */
const host = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** The last valid host. Nearly all requests have the same, and the check takes a tenth of the time of a cached page. */
let lastValid: string | undefined;

/** False if `Host` is missing, malformed or sent twice: the URL from Bun is then invalid. */
export function isAddressed(request: Request): boolean {
  const given = request.headers.get('host') ?? undefined;
  if (given !== undefined && given === lastValid) return true;
  // a test without a socket sends no host
  if (!host.test(given ?? 'localhost') || !URL.canParse(request.url)) return false;
  lastValid = given;
  return true;
}

export const readableAddresses = new Elysia({ name: 'readable-addresses' }).onRequest(({ request }) => {
  if (!isAddressed(request)) throw refusals.badAddress();
});

/** Whether the caller has the version `etag`. `If-None-Match` uses the weak comparison (RFC 9110, 13.1.2). */
export function hasCopy(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** Path and query as the router reads them. The URL parser would normalise them. */
export function addressOf({ url }: Request): string {
  return url.slice(url.indexOf('/', 'https://'.length));
}

export function pathOf(request: Request): string {
  const address = addressOf(request);
  const end = address.search(/[?#]/);
  return end < 0 ? address : address.slice(0, end);
}

export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/** What is at these addresses is no page, also if there is nothing. */
const folders = ['/assets/', '/static/'];
const files = ['/robots.txt', '/sitemap.xml', api.health, api.ready];

/** True for requests that are answered with a page, also if they are refused. */
export function wantsPage(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = pathOf(request);
  return !isApi(path) && !files.includes(path) && !folders.some((folder) => path.startsWith(folder));
}

/** True for browsers: callers of the API ask for no HTML. */
export function asksForPage({ headers }: Request): boolean {
  return headers.get('accept')?.includes('text/html') ?? false;
}

type Received = { request: Request; route?: string; server: Parameters<typeof clientAddress>[1] };

export function noteRefused(
  { config, noteRefusal }: Pick<Context, 'config' | 'noteRefusal'>,
  { request, route, server }: Received,
  status: number,
): void {
  const kind = status === 429 ? 'too_many' : status === 403 ? 'forbidden' : null;
  if (!kind) return;
  const address = clientAddress(request, server, config);
  const call = `${request.method} ${route || patternOf(pathOf(request))}`;
  noteRefusal({ kind, address, call, user: callerOf(request) });
}

/** A path may be a token or contain an id, so that the log gets the pattern only; `-` if there is none. */
function patternOf(path: string): string {
  return patterns.find(({ fits }) => fits.test(path))?.pattern ?? '-';
}

const patterns = [...Object.values(api), api.set(':set'), ...Object.values(pages)]
  .filter((path) => typeof path === 'string')
  .map((pattern) => ({ pattern, fits: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`) }))
  // `/cases/next` before `/cases/:id`
  .sort((a, b) => a.pattern.split(':').length - b.pattern.split(':').length);
