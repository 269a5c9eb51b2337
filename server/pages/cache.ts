/** Cache of pages that are the same for everybody: rendered once per version, then sent precompressed. */
import { Elysia } from 'elysia';
import { sourceIn } from '#domain/fields';
import type { Context } from '../context';
import { type Compression, encodingFor, type PackPage } from '../http/compression';
import { commonHeaders } from '../http/headers';
import { addressOf, hasCopy, isAddressed, recordRequest, wantsPage } from '../http/requests';
import type { SharedPage } from './shared-page';

type Wanted = {
  path: string;
  /** Changes with the content of the page; empty: the page is not cached. */
  version: string;
  /** Until then the cached page is sent without checking its version; by `uptime`. */
  freshUntil: number;
  headers: Record<string, string>;
  render: () => Promise<ReadableStream<Uint8Array>>;
};

type Encoding = Compression | 'identity';
type Shared = {
  /** The route, such as `/application/:id`. */
  route: string;
  version: string;
  make: () => Promise<SharedPage>;
};
/** Complete but for `X-Request-Id`, and never sent themselves: each visitor gets a clone. */
type Responses = Record<Encoding, Response>;
type Kept = { version: string; freshUntil: number; responses: Responses };

export type PageCache = ReturnType<typeof createPageCache>;

type Needs = Pick<Context, 'config' | 'log' | 'meters' | 'uptime' | 'packPage' | 'site'>;

export function createPageCache(context: Needs, leaving: AbortSignal) {
  const { packPage, site } = context;
  const pages = new Map<string, Kept>();
  const shared = new Map<string, { version: string; page: Promise<Responses> }>();
  const common = () => commonHeaders(context);
  /** Every page says the state of the site. */
  const now = (version: string) => version && `${version} ${JSON.stringify(site.shown())}`;

  async function render(request: Request, { headers, ...wanted }: Wanted): Promise<Response> {
    // its links name the source of this visitor
    if (sourceIn(request.url))
      return new Response(await wanted.render(), { headers: { ...headers, 'cache-control': 'no-store' } });
    const kept = pages.get(wanted.path);
    const version = now(wanted.version);
    if (version && kept?.version === version) {
      kept.freshUntil = wanted.freshUntil;
      return responseOf(request, kept.responses);
    }
    const [toVisitor, toCache] = (await wanted.render()).tee();
    void keep({ pages, packPage }, toCache, { ...wanted, version, headers: { ...common(), ...headers } });
    return new Response(toVisitor, { headers: { ...headers, vary: 'accept-encoding' } });
  }

  return {
    /**
     * Sends fresh pages before anything else runs: even creating Elysia's context of a request costs more. Without a
     * promise, which would cost a fifth of the rate.
     */
    fresh: new Elysia({ name: 'fresh-pages' }).wrap((handle, request) => {
      if (!wantsPage(request)) return handle;
      return () => freshPage(context, pages, leaving, request) ?? handle(request);
    }),
    /** Responds from the cache, or streams the page to this visitor and into the cache at the same time. */
    async respond(request: Request, wanted: Wanted): Promise<Response> {
      const response = await render(request, wanted);
      // with a query it is one of endless addresses
      if (addressOf(request) !== wanted.path) response.headers.delete('cdn-cache-control');
      return response;
    },
    /** Responds with a page whose headers depend on its content, so it is complete before the first response. */
    async respondShared(request: Request, { route, make, ...given }: Shared): Promise<Response> {
      const version = now(given.version);
      let known = shared.get(route);
      if (known?.version !== version) {
        const page = make().then(({ html, headers }) =>
          packAll(packPage, new TextEncoder().encode(html), { ...common(), ...headers }),
        );
        known = { version, page };
        shared.set(route, known);
        // the next request makes it again
        page.catch(() => shared.delete(route));
      }
      return responseOf(request, await known.page);
    },
  };
}

function freshPage(
  { log, meters, uptime }: Needs,
  pages: Map<string, Kept>,
  leaving: AbortSignal,
  request: Request,
): Response | null {
  // while the server drains, responses must close their connections, which the normal route does
  if (request.method !== 'GET' || leaving.aborted || !isAddressed(request)) return null;
  // including the query: a page with a query is not cached
  const route = addressOf(request);
  const kept = pages.get(route);
  if (!kept || kept.freshUntil <= uptime()) return null;
  const response = responseOf(request, kept.responses);
  const requestId = crypto.randomUUID();
  response.headers.set('x-request-id', requestId);
  recordRequest({ log, meters }, { requestId, method: 'GET', route, status: response.status, ms: 0 });
  return response;
}

function responseOf(request: Request, responses: Responses): Response {
  const kept = responses[encodingFor(request) ?? 'identity'];
  if (!request.headers.has('if-none-match') || !hasCopy(request, kept.headers.get('etag') ?? '')) {
    return kept.clone();
  }
  const unchanged = new Response(null, { status: 304, headers: kept.headers });
  unchanged.headers.delete('content-encoding');
  return unchanged;
}

async function keep(
  { pages, packPage }: { pages: Map<string, Kept>; packPage: PackPage },
  stream: ReadableStream<Uint8Array>,
  wanted: Wanted,
) {
  const { path, version, freshUntil, headers } = wanted;
  try {
    const bytes = await new Response(stream).bytes();
    if (!version || pages.get(path)?.version === version) return;
    pages.set(path, { version, freshUntil, responses: await packAll(packPage, bytes, headers) });
  } catch {
    // the visitor has left before the end: the next request renders the page again
  }
}

async function packAll(packPage: PackPage, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const etag = Bun.hash(bytes).toString(36);
  const packed = async (encoding: Compression) =>
    responseWith(await packPage(bytes, encoding), {
      ...headers,
      etag: `"${etag}-${encoding}"`,
      'content-encoding': encoding,
    });
  const [br, zstd, gzip] = await Promise.all([packed('br'), packed('zstd'), packed('gzip')]);
  return { br, zstd, gzip, identity: responseWith(bytes, { ...headers, etag: `"${etag}"` }) };
}

/** The bytes of a Blob are not copied for each clone. */
function responseWith(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  return new Response(new Blob([bytes]), { headers: { ...headers, vary: 'accept-encoding' } });
}
