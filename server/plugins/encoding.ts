/** Which compression a caller takes. */

export type Compression = 'br' | 'zstd' | 'gzip';

const preferred = (['br', 'zstd', 'gzip'] as const).map((name): [Compression, RegExp] => [
  name,
  new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`),
]);
/** Browsers send a handful of different headers, strangers any number. */
const known = new Map<string, Compression | undefined>();
const limit = 100;

/** The best compression that a request accepts; undefined: none. */
export function encodingFor(request: Request): Compression | undefined {
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (known.has(accepted)) return known.get(accepted);
  const found = preferred.find(([, pattern]) => pattern.test(accepted))?.[0];
  if (known.size < limit && accepted.length < limit) known.set(accepted, found);
  return found;
}
