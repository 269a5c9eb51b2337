/** Tokens of staff: what they name, and which ones are refused. */
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { sessions } from '#db/schema/staff';
import { api } from '#domain/urls';
import { testNow } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { encode, sign } from '#tests/support/tokens';
import { browserOf, hired, hour, setHouse } from './browsers';

const house = setHouse({ TOKEN_HOURS: '8' });

describe('a token', () => {
  afterEach(() => {
    setSystemTime();
  });

  const partsOf = (token: string) =>
    token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);

  // ASVS 7.2.2
  test('is HS256, names a session, and has an end, an issuer and an audience', async () => {
    setSystemTime(testNow);
    const { app, admin } = await house.open();
    const [head, claims] = partsOf(admin.token);
    expect(head).toMatchObject({ alg: 'HS256' });
    const [row] = await app.db.read.select().from(sessions);
    expect(Object.values(claims ?? {})).toContain(row?.id);
    expect(claims).toMatchObject({
      exp: (testNow + 8 * hour) / 1000,
      iss: sentence,
      aud: sentence,
    });
    expect(JSON.stringify(claims)).not.toMatch(/admin|role/);
  });

  test('ends by the clock that all instances follow, not by that of its machine', async () => {
    setSystemTime(testNow);
    const { app, admin } = await house.open();
    setSystemTime(testNow + 9 * hour);
    expect(await admin.alive()).toBe(200);
    const other = browserOf(app);
    await other.signIn(administrator);
    setSystemTime(testNow - 9 * hour);
    expect(await other.alive()).toBe(200);
    const [, claims] = partsOf(other.token);
    expect(claims?.exp).toBe((testNow + 8 * hour) / 1000);
  });

  // ASVS 9.1.1–9.1.3
  test('of any other kind is refused, although the secret signed it', async () => {
    const { app, admin } = await house.open();
    const other = browserOf(app);
    await other.signIn(await hired(admin));
    const { jwtSecret } = app.config;
    const [head = '', body = '', signature = ''] = admin.token.split('.');
    const [, claims = {}] = partsOf(admin.token);
    const theirs = partsOf(other.token)[1] ?? {};
    const device = admin.cookies.get('device') ?? '';
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const without = (name: string) =>
      Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    const ids = (await app.db.read.select().from(sessions)).map(({ id }) => id);
    const session = Object.keys(claims).find((key) => ids.includes(String(claims[key]))) ?? '';
    expect(Object.keys(claims)).toEqual(expect.arrayContaining(['exp', 'iss', 'aud', session]));
    const tokens: [string, string][] = [
      ['nothing', ''],
      ['garbage', 'x'],
      ['three points', '...'],
      ['null', 'null'],
      ['undefined', 'undefined'],
      ['very long', 'x'.repeat(20_000)],
      ['no signature', `${head}.${body}.`],
      ['two parts', `${head}.${body}`],
      ['another signature', `${head}.${body}.${flipped}`],
      ['other claims', `${head}.${encode({ ...claims, exp: 99_999_999_999 })}.${signature}`],
      ['alg NONE, signed', `${encode({ alg: 'NONE', typ: 'JWT' })}.${body}.${signature}`],
      ['an empty secret', sign(claims, '')],
      ['no claims', sign({ exp: 99_999_999_999 }, jwtSecret)],
      ['claims that are no object', sign(null, jwtSecret)],
      ['HS384 under the name HS256', sign(claims, jwtSecret, {}, 'sha384')],
      ['no account', sign(without('sub'), jwtSecret)],
      ['the session of somebody else', sign({ ...claims, [session]: theirs[session] }, jwtSecret)],
      ['sessions in a list', sign({ ...claims, [session]: [claims[session]] }, jwtSecret)],
      ['a device', device],
      ['HS384', sign(claims, jwtSecret, { alg: 'HS384' }, 'sha384')],
      ['HS256 that says HS512', sign(claims, jwtSecret, { alg: 'HS512' })],
      ['a critical header', sign(claims, jwtSecret, { crit: ['exp'] })],
      ['an end that is no number', sign({ ...claims, exp: 'nie' }, jwtSecret)],
      ['no issuer', sign(without('iss'), jwtSecret)],
      ['a beginning in the future', sign({ ...claims, nbf: 9_999_999_999 }, jwtSecret)],
      ['another account', sign({ ...claims, sub: (await other.user()).id }, jwtSecret)],
      ['an unknown session', sign({ ...claims, [session]: crypto.randomUUID() }, jwtSecret)],
      ['a session that is no id', sign({ ...claims, [session]: { $ne: null } }, jwtSecret)],
      [
        'the account instead of a session',
        sign({ ...claims, [session]: (await admin.user()).id }, jwtSecret),
      ],
    ];
    const headers: [string, string][] = [
      ['an empty header', ''],
      ['no token', 'Bearer'],
      ['no scheme', admin.token],
      ['another scheme', `Basic ${admin.token}`],
      ...tokens.map(([name, token]): [string, string] => [name, `Bearer ${token}`]),
    ];
    const whoAmI = async (authorization: string) =>
      answerOf(await app.ask('GET', api.currentUser, { headers: { authorization } }));
    for (const [name, authorization] of headers) {
      const { status, body } = await whoAmI(authorization);
      expect({ name, status, body }).toEqual({ name, status: 401, body: { message: sentence } });
    }
    expect((await app.ask('GET', api.currentUser)).status).toBe(401);
    expect((await whoAmI(`Bearer ${sign(claims, jwtSecret)}`)).status).toBe(200);
    expect(await other.alive()).toBe(200);
  });

  test('in a cookie signs nobody in', async () => {
    const { app, admin } = await house.open();
    const stranger = browserOf(app);
    for (const name of ['auth_token', 'token', 'device', 'session']) stranger.cookies.set(name, admin.token);
    expect(await stranger.alive()).toBe(401);
  });
});
