/** Queries that only this product writes: what a page says by its address must not be what a stranger made of it. */

import { timingSafeEqual } from 'node:crypto';
import { minuteMs } from '#domain/time';
import type { Context } from '../context';
import { keyedHash } from '../keyed-hash';

/** So long the page can be loaded again. */
const lifeMs = 10 * minuteMs;
const until = 'bis';
const signature = 'siegel';

/** `purpose` distinguishes pages with the same parameters. */
export function signedQueries({ config, now }: Pick<Context, 'config' | 'now'>, purpose: string) {
  const hash = keyedHash(config, purpose);
  return {
    write(query: URLSearchParams): string {
      const signed = new URLSearchParams(query);
      signed.set(until, String(now() + lifeMs));
      signed.set(signature, hash(signed.toString()));
      return signed.toString();
    },
    isOurs(query: URLSearchParams): boolean {
      const content = new URLSearchParams(query);
      const given = Buffer.from(content.get(signature) ?? '');
      content.delete(signature);
      const expected = Buffer.from(hash(content.toString()));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number(content.get(until)) > now();
    },
  };
}
