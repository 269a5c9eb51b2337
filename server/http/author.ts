/** The author cookie marks the browser that may read bank data, the resume cookie the one that has opened a link. */
import { randomBytes } from 'node:crypto';
import { sha256Of } from '#db/hash';
import { authorCookieDays, linkMs } from '#domain/access-links';
import { daySeconds } from '#domain/time';
import type { Context } from '../context';
import { isToken } from '../keyed-hash';

const cookie: Cookie = {
  name: 'application_author',
  seconds: authorCookieDays * daySeconds,
  sameSite: 'Lax',
};

const resumeCookie: Cookie = {
  name: 'application_resume',
  seconds: linkMs('resume') / 1000,
  sameSite: 'Lax',
};
/** Applications that one browser continues by links at the same time. */
const mostResumed = 5;

export type Author = { token: string; hash: string };

export function authorOf(request: Request, config: Addresses): Author | null {
  const token = readCookie(request, cookie, config);
  return isToken(token) ? asAuthor(token) : null;
}

export function newAuthor(): Author {
  return asAuthor(randomBytes(32).toString('base64url'));
}

export function authorCookie({ token }: Author, config: Addresses): string {
  return writeCookie(token, cookie, config);
}

/** The tokens of the links that a browser has opened, the newest first. */
export function resumedIn(request: Request, config: Addresses): string[] {
  return readCookie(request, resumeCookie, config).split('.').filter(isToken).slice(0, mostResumed);
}

/** The `Set-Cookie` value of a browser that has opened one more. The link must be valid as well. */
export function resumedCookie(request: Request, token: string, config: Addresses): string {
  const before = resumedIn(request, config).filter((one) => one !== token);
  return writeCookie([token, ...before].slice(0, mostResumed).join('.'), resumeCookie, config);
}

function asAuthor(token: string): Author {
  return { token, hash: sha256Of(token, 'base64url') };
}

export type Cookie = { name: string; seconds: number; sameSite: 'Lax' | 'Strict' };
type Addresses = Pick<Context['config'], 'production' | 'publicUrl'>;

export function readCookie(request: Request, cookie: Cookie, config: Addresses): string {
  const name = `${nameOf(cookie, config)}=`;
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? '';
}

export function writeCookie(value: string, cookie: Cookie, config: Addresses): string {
  const secure = isSecure(config) ? '; Secure' : '';
  const { seconds, sameSite } = cookie;
  return `${nameOf(cookie, config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** With the prefix a browser takes it only over TLS, only from this host, and not from a page of a subdomain. */
function nameOf({ name }: Cookie, config: Addresses): string {
  return isSecure(config) ? `__Host-${name}` : name;
}

function isSecure({ production, publicUrl }: Addresses): boolean {
  return production && /^https:/i.test(publicUrl ?? '');
}
