import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';

export const compressions = ['br', 'zstd', 'gzip'] as const;
export type Compression = (typeof compressions)[number];

export const suffixes: Record<Compression, string> = { br: '.br', zstd: '.zst', gzip: '.gz' };

export type Levels = Record<Compression, number>;

/** High levels for content that is compressed once for many callers, low levels for content for one caller. */
const levels = {
  builtFile: { br: 11, zstd: 19, gzip: 9 },
  keptPage: { br: 10, zstd: 3, gzip: 9 },
  ownPage: { br: 1, zstd: 1, gzip: 1 },
  list: { br: 3, zstd: 3, gzip: 4 },
};

const patterns = compressions.map((name): [Compression, RegExp] => [
  name,
  new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i'),
]);
/** Results by header. Browsers send few different headers, but an attacker can send any number. */
const known = new Map<string, Compression | null>();
const limit = 100;
/** Longer headers are ignored. Browsers send about 25 characters. */
const longest = 256;

export function encodingFor(request: Request): Compression | undefined {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const cached = known.get(accepted);
  if (cached !== undefined) return cached ?? undefined;
  if (accepted.length > longest) return undefined;
  const found = patterns.find(([, pattern]) => pattern.test(accepted))?.[0];
  if (known.size < limit) known.set(accepted, found ?? null);
  return found;
}

type Data = string | Uint8Array;
const brotliLevel = (level: number) => ({ [constants.BROTLI_PARAM_QUALITY]: level });
const zstdLevel = (level: number) => ({ [constants.ZSTD_c_compressionLevel]: level });

const packers = {
  br: (data: Data, level: number) => promisify(brotliCompress)(data, { params: brotliLevel(level) }),
  zstd: (data: Data, level: number) => promisify(zstdCompress)(data, { params: zstdLevel(level) }),
  gzip: (data: Data, level: number) => promisify(gzip)(data, { level }),
};

export async function pack(data: Data, encoding: Compression, kind: keyof typeof levels) {
  return new Uint8Array(await packers[encoding](data, levels[kind][encoding]));
}

export type PackPage = ReturnType<typeof createPagePacker>;

export function createPagePacker(chosen: Levels = levels.keptPage) {
  return async (data: Data, encoding: Compression): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await packers[encoding](data, chosen[encoding]));
}

const syncPackers = {
  br: (data: Data, level: number) => brotliCompressSync(data, { params: brotliLevel(level) }),
  zstd: (data: Data, level: number) => zstdCompressSync(data, { params: zstdLevel(level) }),
  gzip: (data: Data, level: number) => gzipSync(data, { level }),
};
const packSync = (data: Data, encoding: Compression, kind: keyof typeof levels) =>
  new Uint8Array(syncPackers[encoding](data, levels[kind][encoding]));

export async function packed(request: Request, response: Response, kind: keyof typeof levels) {
  response.headers.append('vary', 'accept-encoding');
  const encoding = encodingFor(request);
  if (!encoding) return response;
  const { status, headers } = response;
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  return new Response(packSync(await response.bytes(), encoding, kind), { status, headers });
}

const streams = {
  br: (level: number) =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { ...brotliLevel(level), [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  zstd: (level: number) => createZstdCompress({ flush: constants.ZSTD_e_flush, params: zstdLevel(level) }),
  gzip: (level: number) => createGzip({ flush: constants.Z_SYNC_FLUSH, level }),
};

/**
 * How many responses are compressed at the same time. Each needs a megabyte that the garbage collector does not see.
 * Further responses are sent uncompressed, because waiting would mean waiting for a slow reader.
 */
const maximum = 16;
let running = 0;

/** Compresses a response as its caller accepts. Each chunk is flushed, so that none waits for the next one. */
export function compressed(request: Request, response: Response, kind: keyof typeof levels = 'ownPage') {
  response.headers.append('vary', 'accept-encoding');
  const encoding = encodingFor(request);
  if (!encoding || !response.body || running >= maximum) return response;
  const { status, headers } = response;
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  const make = () => streams[encoding](levels[kind][encoding]);
  return new Response(packedPieces(response.body, make, request.signal), { status, headers });
}

function packedPieces(body: ReadableStream<Uint8Array>, make: () => Transform, signal: AbortSignal) {
  const reader = body.getReader();
  let packer: Transform | null = null;
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    running += 1;
    const made = make();
    made.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
    made.on('end', () => controller.close());
    made.on('error', (error) => controller.error(error));
    // emitted in all cases: finished, failed or destroyed
    made.on('close', () => {
      running -= 1;
    });
    signal.addEventListener('abort', () => made.destroy(signal.reason), { once: true });
    if (signal.aborted) made.destroy(signal.reason);
    return made;
  };
  return new ReadableStream<Uint8Array>(
    {
      // reads the next chunk only after the last one was sent, and nothing if nobody reads the response
      async pull(controller) {
        packer ??= begin(controller);
        const to = packer;
        const { done, value } = await reader.read().catch((error) => {
          to.destroy();
          throw error;
        });
        await new Promise<void>((written) => {
          if (done) to.end(written);
          else to.write(value, () => written());
        });
      },
      async cancel(reason) {
        packer?.destroy();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
