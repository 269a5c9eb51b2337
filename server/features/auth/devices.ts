/** A cookie that says which accounts a browser has signed in to, so that a stranger's guesses do not make it wait. */

import { parse } from 'bowser';
import type { UserRecord } from '#db/staff/users';
import { deviceCookieDays } from '#domain/retention/periods';
import { daySeconds } from '#domain/time';
import type { Context } from '../../context';
import { createSigner } from '../../http/auth';
import { type Cookie, readCookie, writeCookie } from '../../http/author';

type Account = Pick<UserRecord, 'id' | 'deviceVersion'>;
/** `id` is random; `users` are ids of accounts, each with the version in which it knows the browser, the last one first. */
export type Device = { id: string; users: string[] };

const cookie: Cookie = { name: 'device', seconds: deviceCookieDays * daySeconds, sameSite: 'Strict' };
/** More people seldom share a browser, and the cookie must stay short. */
const mostUsers = 8;

export function createDevices({ config, now }: Pick<Context, 'config' | 'now'>) {
  const signer = createSigner({ config, now }, 'device', cookie.seconds);

  /** A new one if the request has no valid cookie. */
  async function of(request: Request): Promise<Device> {
    const claims = await signer.verify(readCookie(request, cookie, config));
    const users: unknown = claims?.users;
    if (typeof claims?.sub !== 'string' || !Array.isArray(users)) {
      return { id: crypto.randomUUID(), users: [] };
    }
    return { id: claims.sub, users: users.map(String) };
  }

  async function cookieFor({ id, users }: Device, account: Account): Promise<string> {
    const others = users.filter((one) => !one.startsWith(account.id));
    const token = await signer.sign({ sub: id, users: [entryOf(account), ...others].slice(0, mostUsers) });
    return writeCookie(token, cookie, config);
  }

  return {
    of,
    cookieFor,
    /** For the owner's browser after all other sessions were ended, which made every browser unknown. */
    async renewed(request: Request, { id, deviceVersion }: Account): Promise<string> {
      return await cookieFor(await of(request), { id, deviceVersion: deviceVersion + 1 });
    },
  };
}

export function isKnown({ users }: Device, account: Account): boolean {
  return users.includes(entryOf(account));
}

function entryOf({ id, deviceVersion }: Account): string {
  return `${id} ${deviceVersion}`;
}

const longest = 200;

/** Such as `Firefox unter Windows`; `Unbekannter Browser` for other programs. */
export function browserOf(request: Request): string {
  const agent = request.headers.get('user-agent')?.slice(0, longest);
  if (!agent) return unknown;
  const { browser, os } = parse(agent);
  // the system is named anyway
  const name = browser.name?.replace(/ for Android$/, '');
  if (!name) return unknown;
  return os.name ? `${name} unter ${os.name}` : name;
}

const unknown = 'Unbekannter Browser';
