/** Which compression a caller takes, and answers compressed by it. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

export type Compression = 'br' | 'zstd' | 'gzip';

const preferred = (['br', 'zstd', 'gzip'] as const).map((name): [Compression, RegExp] => [
  name,
  new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i'),
]);
/** Browsers send a handful of different headers, strangers any number. */
const known = new Map<string, Compression | null>();
const limit = 100;
/** Characters of the longest header that is read at all; browsers send about 25. */
const longest = 256;

/** The best compression that a request accepts; undefined: none. */
export function encodingFor(request: Request): Compression | undefined {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const before = known.get(accepted);
  if (before !== undefined) return before ?? undefined;
  if (accepted.length > longest) return undefined;
  const found = preferred.find(([, pattern]) => pattern.test(accepted))?.[0];
  if (known.size < limit) known.set(accepted, found ?? null);
  return found;
}

/** A fast level each: what is compressed for one visitor alone must cost less time than it saves on the way. */
const streams = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 4 }),
};

/**
 * How many answers are compressed at once. Each takes a megabyte that no collector of garbage sees; who comes when all
 * are taken gets his answer as it is, instead of waiting for somebody slow.
 */
const most = 16;
let running = 0;

/** The same answer, compressed as its caller accepts. Each piece leaves at once: nothing waits for the next one. */
export function compressed(request: Request, response: Response): Response {
  response.headers.append('vary', 'accept-encoding');
  const encoding = encodingFor(request);
  if (!encoding || !response.body || running >= most) return response;
  const { status, headers } = response;
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  return new Response(packed(response.body, encoding, request.signal), { status, headers });
}

function packed(body: ReadableStream<Uint8Array>, encoding: Compression, signal: AbortSignal) {
  const reader = body.getReader();
  let packer: Transform | null = null;
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    running += 1;
    const made = streams[encoding]();
    made.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
    made.on('end', () => controller.close());
    made.on('error', (error) => controller.error(error));
    // the end of all ways: finished, failed or destroyed
    made.on('close', () => {
      running -= 1;
    });
    signal.addEventListener('abort', () => made.destroy(signal.reason), { once: true });
    if (signal.aborted) made.destroy(signal.reason);
    return made;
  };
  return new ReadableStream<Uint8Array>(
    {
      // the next piece is asked for when the last one has left, and none of an answer that nobody reads
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

/** Below this compressing saves less than a packet. */
const worthwhile = 2000;

/** Text for one caller in one piece; null: to be answered as it is. */
export async function compressedText(
  request: Request,
  text: string,
): Promise<{ encoding: Compression; bytes: Uint8Array<ArrayBuffer> } | null> {
  const encoding = text.length < worthwhile ? undefined : encodingFor(request);
  return encoding ? { encoding, bytes: new Uint8Array(await packs[encoding](text)) } : null;
}

const packs = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  zstd: (text: string) => promisify(zstdCompress)(text),
  gzip: (text: string) => promisify(gzip)(text, { level: 4 }),
};
