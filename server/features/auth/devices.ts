/** A cookie that says which accounts a browser has signed in to, so that a stranger's guesses do not make it wait. */
import { deviceCookieDays } from '#domain/retention';
import type { Context } from '../../context';
import { createSigner } from '../../http/auth';
import { type Cookie, readCookie, writeCookie } from '../../http/cookies';

/** `id` is random; `users` are ids of accounts, the last one first. */
export type Device = { id: string; users: string[] };

const cookie: Cookie = { name: 'device', seconds: deviceCookieDays * 24 * 3600, sameSite: 'Strict' };
/** More people seldom share a browser, and the cookie must stay short. */
const mostUsers = 8;

export function createDevices({ config }: Pick<Context, 'config'>) {
  const signer = createSigner(config, 'device', cookie.seconds);
  return {
    /** The browser that sends a request; a new one if it has no valid cookie. */
    async of(request: Request): Promise<Device> {
      const claims = await signer.verify(readCookie(request, cookie, config));
      const users: unknown = claims?.users;
      if (typeof claims?.sub !== 'string' || !Array.isArray(users)) {
        return { id: crypto.randomUUID(), users: [] };
      }
      return { id: claims.sub, users: users.map(String) };
    },
    /** The `Set-Cookie` value after a sign-in of this account. */
    async cookie({ id, users }: Device, userId: string): Promise<string> {
      const known = [userId, ...users.filter((one) => one !== userId)].slice(0, mostUsers);
      const token = await signer.sign({ sub: id, users: known });
      return writeCookie(token, cookie, config);
    },
  };
}
