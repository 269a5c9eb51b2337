/** Public pages as bytes: rendered once per path and version, then answered precompressed. */
import { Elysia } from 'elysia';
import type { Context } from '../../context';
import { type Compression, encodingFor, pack } from '../../http/compression';
import { hasCopy } from '../../http/etag';
import { securityHeadersOf } from '../../http/headers';
import { addressOf, isAddressed } from '../../http/host';
import { logRequest } from '../../http/requests';

/** What a page is made of just now. */
type Wanted = {
  path: string;
  /** Changes with what the page shows; empty: the page is not kept. */
  version: string;
  /** Until then the page is answered without asking for its version, in milliseconds since 1970. */
  freshUntil: number;
  headers: Record<string, string>;
  render: () => Promise<ReadableStream<Uint8Array>>;
};

type Encoding = Compression | 'identity';
/** Complete but for the request's own id. */
type Answer = { body: Blob; headers: Headers };
type Kept = { version: string; freshUntil: number; answers: Record<Encoding, Answer> };

export type PageCache = ReturnType<typeof createPageCache>;

/** Keeps the last version of each page. */
export function createPageCache(
  { config, log, now }: Pick<Context, 'config' | 'log' | 'now'>,
  leaving: AbortSignal,
) {
  const pages = new Map<string, Kept>();
  const common = securityHeadersOf(config.production);

  function answerFresh(request: Request): Response | null {
    // whoever leaves closes connections, which is done on the usual way
    if (request.method !== 'GET' || leaving.aborted || !isAddressed(request)) return null;
    // with a query it is another address
    const route = addressOf(request);
    const kept = pages.get(route);
    if (!kept || kept.freshUntil <= now()) return null;
    const response = answerKept(request, kept);
    const requestId = crypto.randomUUID();
    response.headers.set('x-request-id', requestId);
    logRequest(log, { requestId, method: 'GET', route, status: response.status, ms: 0 });
    return response;
  }

  return {
    /** Answers fresh pages before anything else runs: even the application's context of a request costs more. */
    fresh: new Elysia({ name: 'fresh-pages' }).wrap((handle, request) => {
      const page = answerFresh(request);
      return page ? () => page : handle;
    }),
    /** Answers from the cache, or streams the page to this visitor while the stream fills the cache. */
    async answer(request: Request, wanted: Wanted): Promise<Response> {
      const kept = pages.get(wanted.path);
      if (wanted.version && kept?.version === wanted.version) {
        kept.freshUntil = wanted.freshUntil;
        return answerKept(request, kept);
      }
      const [toVisitor, toCache] = (await wanted.render()).tee();
      void keep(pages, toCache, { ...wanted, headers: { ...common, ...wanted.headers } });
      return new Response(toVisitor, { headers: { ...wanted.headers, vary: 'accept-encoding' } });
    },
  };
}

function answerKept(request: Request, { answers }: Kept): Response {
  const { body, headers } = answers[encodingFor(request) ?? 'identity'];
  if (!request.headers.has('if-none-match') || !hasCopy(request, headers.get('etag') ?? '')) {
    return new Response(body, { headers });
  }
  const unchanged = new Response(null, { status: 304, headers });
  unchanged.headers.delete('content-encoding');
  return unchanged;
}

async function keep(pages: Map<string, Kept>, stream: ReadableStream<Uint8Array>, wanted: Wanted) {
  const { path, version, freshUntil, headers } = wanted;
  try {
    const bytes = await new Response(stream).bytes();
    if (!version || pages.get(path)?.version === version) return;
    const etag = Bun.hash(bytes).toString(36);
    const packed = async (encoding: Compression) =>
      answerOf(await pack(bytes, encoding, 'keptPage'), {
        ...headers,
        etag: `"${etag}-${encoding}"`,
        'content-encoding': encoding,
      });
    const identity = answerOf(bytes, { ...headers, etag: `"${etag}"` });
    const [br, zstd, gzip] = await Promise.all([packed('br'), packed('zstd'), packed('gzip')]);
    pages.set(path, { version, freshUntil, answers: { br, zstd, gzip, identity } });
  } catch {
    // the visitor went away in the middle: the next one renders again
  }
}

/** A Blob's bytes are not copied for each answer. */
function answerOf(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Answer {
  return { body: new Blob([bytes]), headers: new Headers({ ...headers, vary: 'accept-encoding' }) };
}
