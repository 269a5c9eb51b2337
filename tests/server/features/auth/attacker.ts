/** What somebody who attacks the sign-in can send, from as many addresses as they like. */
import { Secret, TOTP } from 'otpauth';
import { api } from '#domain/urls';
import { setApp, type TestApp } from '#tests/support/app';
import { administrator } from '#tests/support/staff';
import { emptyStaff } from './browsers';

type Heard = { status: number; body: Record<string, unknown>; wait: number; device: string };
type Sent = { body?: unknown; token?: string; device?: string; from?: string };

/** Every limit is on, and the address of a request is the one that it names. */
const guarded = { RATE_LIMIT: 'on', TRUST_PROXY: 'true' };

/** One application for all tests of a file or of a `describe`. Each `open` begins again: nobody has signed in yet. */
export function setTarget(env: Record<string, string> = {}) {
  const app = setApp({ env: { ...guarded, ...env } });
  return async () => {
    await emptyStaff(app);
    await app.signIn();
    return { app, ...callsOf(app) };
  };
}

let addresses = 0;

function callsOf(app: TestApp) {
  /** `wait`: the seconds of `Retry-After`, or 0. `device`: the cookie that the response sets. */
  async function send(
    method: string,
    path: string,
    { body, token, device, from }: Sent = {},
  ): Promise<Heard> {
    addresses += 1;
    const headers = {
      'x-forwarded-for': from ?? `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(device ? { cookie: device } : {}),
    };
    const answer = await app.ask(method, path, { body, headers });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {},
      wait: Number(answer.headers.get('retry-after') ?? 0),
      device: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    };
  }
  const signIn = (changes: object = {}, sent: Omit<Sent, 'body'> = {}) =>
    send('POST', api.login, { ...sent, body: { ...administrator, ...changes } });
  const tokenOf = async (changes: object = {}, sent: Omit<Sent, 'body'> = {}) =>
    String((await signIn(changes, sent)).body.token);
  const codeOf = (secret: string, at = app.clock.now) =>
    new TOTP({ secret: Secret.fromBase32(secret), period: 30 }).generate({ timestamp: at });
  return {
    send,
    /** Signs in as the administrator, except for what `changes` says. */
    signIn,
    tokenOf,
    /** The code that the app shows at this instant. */
    codeOf,
    /** Sets a second factor and moves the clock past the code that this used. */
    async setFactor(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
      const begun = await send('POST', api.secondFactor, {
        token,
        body: { currentPassword: administrator.password },
      });
      const secret = String(begun.body.secret);
      const { body } = await send('PUT', api.secondFactor, { token, body: { code: codeOf(secret) } });
      app.clock.now += 90_000;
      return { secret, recoveryCodes: body.recoveryCodes as string[] };
    },
    /** Creates another account, as the administrator whose token this is. Returns its id. `code`: of a second factor. */
    async hire(token: string, username: string, password: string, code?: string | null): Promise<string> {
      const proof = code ? { currentPassword: administrator.password, code } : {};
      const { body } = await send('POST', api.users, { token, body: { username, password, ...proof } });
      return String(body.id);
    },
  };
}
