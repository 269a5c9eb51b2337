/** JSON Web Tokens that a test signs itself. */
import { createHmac } from 'node:crypto';

/** `head` adds to the header of a token by HS256; the `hash` of the signature need not be the one it names. */
export function sign(claims: unknown, secret: string, head: object = {}, hash = 'sha256'): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...head })}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** A part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
