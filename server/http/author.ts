/** The author cookie: marks the browser that began an application, because only that browser may read its bank data. */
import { createHash, randomBytes } from 'node:crypto';
import { authorCookieDays } from '#domain/retention';
import type { Context } from '../context';
import { cookieIn } from './cookies';

const name = 'application_author';
const maxAge = authorCookieDays * 24 * 3600;

export type Author = { token: string; hash: string };

/** The author in a request's cookie, or null. */
export function authorOf(request: Request): Author | null {
  const token = cookieIn(request, name);
  return /^[\w-]{43}$/.test(token) ? asAuthor(token) : null;
}

export function newAuthor(): Author {
  return asAuthor(randomBytes(32).toString('base64url'));
}

/** The `Set-Cookie` value that marks a browser as this author. */
export function authorCookie({ token }: Author, secure: boolean): string {
  return `${name}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Whether cookies may only travel over TLS. */
export function isSecure({
  production,
  publicUrl,
}: Pick<Context['config'], 'production' | 'publicUrl'>): boolean {
  return production && (publicUrl ?? '').startsWith('https:');
}

function asAuthor(token: string): Author {
  return { token, hash: createHash('sha256').update(token).digest('base64url') };
}
