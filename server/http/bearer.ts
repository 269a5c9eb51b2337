import { timingSafeEqual } from 'node:crypto';
import { sha256Of } from '#db/hash';

/** Whether a request has this token; how long the answer takes says nothing about it. */
export function bearerOf(token: string): (request: Request) => boolean {
  const expected = digestOf(`Bearer ${token}`);
  // digests have the same length, whatever was given
  return ({ headers }) => {
    // the case of the scheme does not matter (RFC 9110, section 11.1)
    const given = (headers.get('authorization') ?? '').replace(/^bearer +/i, 'Bearer ');
    return timingSafeEqual(digestOf(given), expected);
  };
}

function digestOf(text: string): Buffer {
  return Buffer.from(sha256Of(text));
}
