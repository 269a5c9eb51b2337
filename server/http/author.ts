/** The author cookie: marks the browser that began an application, because only that browser may read its bank data. */
import { createHash, randomBytes } from 'node:crypto';
import { authorCookieDays } from '#domain/retention';
import { type Addresses, type Cookie, readCookie, writeCookie } from './cookies';

const cookie: Cookie = {
  name: 'application_author',
  seconds: authorCookieDays * 24 * 3600,
  sameSite: 'Lax',
};

export type Author = { token: string; hash: string };

/** The author in a request's cookie, or null. */
export function authorOf(request: Request, config: Addresses): Author | null {
  const token = readCookie(request, cookie, config);
  return /^[\w-]{43}$/.test(token) ? asAuthor(token) : null;
}

export function newAuthor(): Author {
  return asAuthor(randomBytes(32).toString('base64url'));
}

/** The `Set-Cookie` value that marks a browser as this author. */
export function authorCookie({ token }: Author, config: Addresses): string {
  return writeCookie(token, cookie, config);
}

function asAuthor(token: string): Author {
  return { token, hash: createHash('sha256').update(token).digest('base64url') };
}
