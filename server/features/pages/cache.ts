/** Public pages as bytes: rendered once per path and tariff revision, then answered precompressed. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

type Encoding = 'br' | 'zstd' | 'gzip' | 'identity';
type Key = string | null;
type Entry = { etag: string; bodies: Record<Encoding, Uint8Array<ArrayBuffer>> };

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
};

const preferred: Encoding[] = ['br', 'zstd', 'gzip'];
/** Pages are few; old revisions of them go when there are more than this. */
const limit = 50;

export function createPageCache(): PageCache {
  const entries = new Map<string, Entry>();
  return {
    async answer(request, key, headers, render) {
      const entry = typeof key === 'string' ? entries.get(key) : undefined;
      if (entry) return cached(request, entry, headers);
      const [toVisitor, toCache] = (await render()).tee();
      void fill(entries, key, toCache);
      return new Response(toVisitor, { headers: { ...headers, vary: 'accept-encoding' } });
    },
  };
}

function cached(request: Request, { etag, bodies }: Entry, headers: Record<string, string>): Response {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = preferred.find((one) =>
    new RegExp(`\\b${one}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
  );
  const tag = encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
  const all = { ...headers, etag: tag, vary: 'accept-encoding' };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim());
  if (known.includes(tag)) return new Response(null, { status: 304, headers: all });
  const body = bodies[encoding ?? 'identity'];
  return new Response(body, { headers: encoding ? { ...all, 'content-encoding': encoding } : all });
}

async function fill(
  entries: Map<string, Entry>,
  pending: Key | Promise<Key>,
  stream: ReadableStream<Uint8Array>,
) {
  try {
    const identity = await new Response(stream).bytes();
    const key = await pending;
    if (key === null || entries.has(key)) return;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
    const [br, zstd, zip] = await Promise.all([
      promisify(brotliCompress)(identity, quality),
      promisify(zstdCompress)(identity),
      promisify(gzip)(identity, { level: 9 }),
    ]);
    const etag = `"${Bun.hash(identity).toString(36)}"`;
    const bodies = {
      identity,
      br: new Uint8Array(br),
      zstd: new Uint8Array(zstd),
      gzip: new Uint8Array(zip),
    };
    if (entries.size >= limit) entries.clear();
    entries.set(key, { etag, bodies });
  } catch {
    // the visitor went away in the middle: the next one renders again
  }
}
