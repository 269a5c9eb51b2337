/** Ids: all of them are UUIDs (contract 2). */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID of any version. */
export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** A random UUID (version 4), also on pages without TLS, where browsers keep `crypto.randomUUID` back. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** First characters of an id, as lists show it (spec 9). */
export function shortId(id: string): string {
  return `${id.slice(0, 8)}...`;
}
