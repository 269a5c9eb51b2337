/** The address that a request names: whoever sends one that cannot be read is refused before anything looks at it. */
import { Elysia } from 'elysia';
import { refusals } from './refusal';

/** A name or an address with or without a port. Two `Host` headers arrive as one, with a comma. */
const host = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** The last one that could be read: nearly all requests name the same, and checking it is a tenth of a ready page. */
let readable: string | undefined;

/** False when `Host` is missing, malformed or there twice: Bun then passes on a URL that is none. */
export function isAddressed(request: Request): boolean {
  const named = request.headers.get('host') ?? undefined;
  if (named !== undefined && named === readable) return true;
  // a test without a socket sends none
  if (!host.test(named ?? 'localhost') || !URL.canParse(request.url)) return false;
  readable = named;
  return true;
}

/** Refuses them, with the headers of every answer. */
export const readableAddresses = new Elysia({ name: 'readable-addresses' }).onRequest(({ request }) => {
  if (!isAddressed(request)) throw refusals.badAddress();
});

/** Path and query of a request, as the router reads them: a parser of URLs would tidy them up. */
export function addressOf({ url }: Request): string {
  return url.slice(url.indexOf('/', 'https://'.length));
}

/** Path of a request. */
export function pathOf(request: Request): string {
  return addressOf(request).split(/[?#]/, 1).join();
}

/** True for the paths whose answers are JSON. */
export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}
