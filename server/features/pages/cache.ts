/** Public pages as bytes: rendered once per path and tariff revision, then answered precompressed. */
import { encodingFor, pack } from '../../http/compression';

type Encoding = 'br' | 'zstd' | 'gzip' | 'identity';

type Key = string | null;
/** `ready`: what a visitor with no copy of his own is answered, by encoding, but for the request's own id. */
type Entry = {
  etag: string;
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>;
  ready: Record<Encoding, { body: Blob; headers: Headers }>;
};

export type PageCache = {
  /**
   * Answers from the cache, or streams the page to this visitor while the stream fills the cache. A key that is still
   * a promise holds nobody up: the page is streamed, and kept under what the key turns out to be. Null is never kept.
   */
  answer(
    request: Request,
    key: Key | Promise<Key>,
    headers: Record<string, string>,
    render: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<Response>;
  /** The whole answer, security headers too, for a visitor with no copy of his own; null when nothing is kept. */
  ready(request: Request, key: string): Response | null;
};

/** Pages are few; old revisions of them go when there are more than this. */
const limit = 50;

/** @param common headers of every answer of this server, which `ready` adds by itself */
export function createPageCache(common: Record<string, string>): PageCache {
  const entries = new Map<string, Entry>();
  return {
    async answer(request, key, headers, render) {
      const entry = typeof key === 'string' ? entries.get(key) : undefined;
      if (entry) return cached(request, entry, headers);
      const [toVisitor, toCache] = (await render()).tee();
      void fill(entries, key, toCache, { ...common, ...headers });
      return new Response(toVisitor, { headers: { ...headers, vary: 'accept-encoding' } });
    },
    ready(request, key) {
      const kept = entries.get(key)?.ready[encodingFor(request) ?? 'identity'];
      return kept ? new Response(kept.body, { headers: kept.headers }) : null;
    },
  };
}

function cached(request: Request, { etag, bodies }: Entry, headers: Record<string, string>): Response {
  const encoding = encodingFor(request);
  const all = { ...headers, ...headersOf(etag, encoding) };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim());
  if (known.includes(all.etag)) {
    const { 'content-encoding': _, ...rest } = all;
    return new Response(null, { status: 304, headers: rest });
  }
  return new Response(bodies[encoding ?? 'identity'], { headers: all });
}

function headersOf(etag: string, encoding?: Encoding): { etag: string; [name: string]: string } {
  const vary = 'accept-encoding';
  if (!encoding || encoding === 'identity') return { etag, vary };
  return { etag: etag.replace(/"$/, `-${encoding}"`), vary, 'content-encoding': encoding };
}

async function fill(
  entries: Map<string, Entry>,
  pending: Key | Promise<Key>,
  stream: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
) {
  try {
    const identity = await new Response(stream).bytes();
    const key = await pending;
    if (key === null || entries.has(key)) return;
    const [br, zstd, gzip] = await Promise.all([
      pack(identity, 'br', 'keptPage'),
      pack(identity, 'zstd', 'keptPage'),
      pack(identity, 'gzip', 'keptPage'),
    ]);
    const etag = `"${Bun.hash(identity).toString(36)}"`;
    const bodies = { identity, br, zstd, gzip };
    const ready = (encoding: Encoding) => ({
      // a Blob's bytes are not copied for each answer
      body: new Blob([bodies[encoding]]),
      headers: new Headers({ ...headers, ...headersOf(etag, encoding) }),
    });
    if (entries.size >= limit) entries.clear();
    const all = { br: ready('br'), zstd: ready('zstd'), gzip: ready('gzip'), identity: ready('identity') };
    entries.set(key, { etag, bodies, ready: all });
  } catch {
    // the visitor went away in the middle: the next one renders again
  }
}
