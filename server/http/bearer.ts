import { timingSafeEqual } from 'node:crypto';
import { sha256Of } from '#db/hash';

/** Whether a request has this token; how long the answer takes says nothing about it. */
export function bearerOf(token: string): (request: Request) => boolean {
  const expected = digestOf(`Bearer ${token}`);
  // digests have the same length, whatever was given
  return ({ headers }) => timingSafeEqual(digestOf(headers.get('authorization') ?? ''), expected);
}

function digestOf(text: string): Buffer {
  return Buffer.from(sha256Of(text));
}
