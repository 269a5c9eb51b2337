/** The author cookie: marks the browser that began an application, because only that browser may read its bank data. */
import { createHash, randomBytes } from 'node:crypto';
import { authorCookieDays } from '#domain/retention';
import type { Context } from '../context';
import { cookieIn } from './cookies';

/** With the prefix a browser takes it only over TLS, only from this host, and not from a page of a subdomain. */
const nameOf = (secure: boolean) => `${secure ? '__Host-' : ''}application_author`;
const maxAge = authorCookieDays * 24 * 3600;

type Addresses = Pick<Context['config'], 'production' | 'publicUrl'>;
export type Author = { token: string; hash: string };

/** The author in a request's cookie, or null. */
export function authorOf(request: Request, config: Addresses): Author | null {
  const token = cookieIn(request, nameOf(isSecure(config)));
  return /^[\w-]{43}$/.test(token) ? asAuthor(token) : null;
}

export function newAuthor(): Author {
  return asAuthor(randomBytes(32).toString('base64url'));
}

/** The `Set-Cookie` value that marks a browser as this author. */
export function authorCookie({ token }: Author, config: Addresses): string {
  const secure = isSecure(config);
  return `${nameOf(secure)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Whether cookies may only travel over TLS. */
export function isSecure({ production, publicUrl }: Addresses): boolean {
  return production && /^https:/i.test(publicUrl ?? '');
}

function asAuthor(token: string): Author {
  return { token, hash: createHash('sha256').update(token).digest('base64url') };
}
