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

// without 0, O, 1, I and L, because people read references aloud
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `SF-20261120-7KQ4M2XW9C`: at most 35 SEPA characters (EPC rulebook AT-01); the columns are unique. */
export function newReference(prefix: 'SF' | 'AN', today: string): string {
  const numbers = crypto.getRandomValues(new Uint32Array(10));
  const random = Array.from(numbers, (number) => letters.charAt(number % letters.length));
  return `${prefix}-${today.replaceAll('-', '')}-${random.join('')}`;
}

/** In capitals, and divided as above whatever stands between its parts. Another text is not divided. */
export function referenceOf(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  const divided = signs.replace(/^(SF|AN)(\d{8})([A-Z\d]{10})$/, '$1-$2-$3');
  return divided === signs ? typed.toUpperCase() : divided;
}
