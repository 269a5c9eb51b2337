import { sha256Of } from '#db/hash';

/** The same for the same name: a UUID of version 8 (RFC 9562). */
export function eventIdOf(name: string): string {
  const hash = sha256Of(`event ${name}`);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(12, 15)}`, `8${hash.slice(15, 18)}`];
  return [...parts, hash.slice(18, 30)].join('-');
}
