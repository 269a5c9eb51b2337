import type { Context } from '../context';

/** `seconds`: how long the browser keeps it. */
export type Cookie = { name: string; seconds: number; sameSite: 'Lax' | 'Strict' };
export type Addresses = Pick<Context['config'], 'production' | 'publicUrl'>;

/** The value that a request brings, or an empty text. */
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
