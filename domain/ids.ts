import { Refine, String as StringType } from 'typebox';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** A random UUID (version 4). Works without TLS too, where browsers have no `crypto.randomUUID`. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const invalidId = 'Die Kennung ist ungültig';

/** So that a repeated call stores nothing twice. Marked as pure, so that the wizard's script does not contain it. */
export const clientId = /* @__PURE__ */ Refine(
  /* @__PURE__ */ StringType({ errorMessage: invalidId, normalise: (value: string) => value.toLowerCase() }),
  isUuid,
  () => invalidId,
);

export function shortId(id: string): string {
  return `${id.slice(0, 8)}...`;
}
