/** Tokens of staff: what they name, and which ones are refused. */
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { sessions } from '#db/schema/staff';
import { api } from '#domain/urls';
import { testNow } from '#tests/support/app';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { sign } from '#tests/support/tokens';
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
    const [, claims = {}] = partsOf(admin.token);
    const without = (name: string) =>
      Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    const ids = (await app.db.read.select().from(sessions)).map(({ id }) => id);
    const session = Object.keys(claims).find((key) => ids.includes(String(claims[key]))) ?? '';
    expect(Object.keys(claims)).toEqual(expect.arrayContaining(['exp', 'iss', 'aud', session]));
    const bad: [string, string][] = [
      ['HS384', sign(claims, jwtSecret, { alg: 'HS384' }, 'sha384')],
      ['HS512', sign(claims, jwtSecret, { alg: 'HS512' }, 'sha512')],
      ['HS256 that says HS512', sign(claims, jwtSecret, { alg: 'HS512' })],
      ['a critical header', sign(claims, jwtSecret, { crit: ['exp'] })],
      ['no end', sign(without('exp'), jwtSecret)],
      ['an end that is no number', sign({ ...claims, exp: 'nie' }, jwtSecret)],
      ['an end in the past', sign({ ...claims, exp: 1 }, jwtSecret)],
      ['no issuer', sign(without('iss'), jwtSecret)],
      ['another issuer', sign({ ...claims, iss: 'somebody' }, jwtSecret)],
      ['no audience', sign(without('aud'), jwtSecret)],
      ['another audience', sign({ ...claims, aud: 'somebody' }, jwtSecret)],
      ['a beginning in the future', sign({ ...claims, nbf: 9_999_999_999 }, jwtSecret)],
      ['another account', sign({ ...claims, sub: (await other.user()).id }, jwtSecret)],
      ['no session', sign(without(session), jwtSecret)],
      ['an unknown session', sign({ ...claims, [session]: crypto.randomUUID() }, jwtSecret)],
      ['a session that is no id', sign({ ...claims, [session]: { $ne: null } }, jwtSecret)],
      [
        'the account instead of a session',
        sign({ ...claims, [session]: (await admin.user()).id }, jwtSecret),
      ],
    ];
    const stranger = browserOf(app);
    for (const [name, token] of bad) {
      stranger.token = token;
      expect({ name, status: await stranger.alive() }).toEqual({ name, status: 401 });
    }
    stranger.token = sign(claims, jwtSecret);
    expect(await stranger.alive()).toBe(200);
    expect(await other.alive()).toBe(200);
  });

  // ASVS 7.4.1
  test('of an ended session is refused by every kind of call', async () => {
    const { admin } = await house.open();
    await admin.send('POST', api.logout);
    for (const [method, path] of [
      ['GET', api.currentUser],
      ['GET', api.sessions],
      ['POST', api.secondFactor],
      ['POST', api.changePassword],
      ['GET', api.dashboard],
      ['GET', api.users],
      ['GET', api.auditLog],
    ] as const)
      expect(await admin.status(method, path)).toBe(401);
  });

  test('in a cookie signs nobody in', async () => {
    const { app, admin } = await house.open();
    const stranger = browserOf(app);
    for (const name of ['auth_token', 'token', 'device', 'session']) stranger.cookies.set(name, admin.token);
    expect(await stranger.alive()).toBe(401);
  });
});
