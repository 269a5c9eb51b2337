/** Tokens of staff, and the cookie of a browser that has signed in: what they name, and what they are worth. */
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { sessions } from '#db/schema/staff';
import { api } from '#domain/urls';
import { type TestApp, testNow } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { encode, sign } from '#tests/support/tokens';
import { browserOf, hired, hour, openHouse, setHouse } from './browsers';

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

const limited = { RATE_LIMIT: 'on' };
const known = setHouse(limited);
const https = { ...limited, PUBLIC_URL: 'https://sattelfest.example', NODE_ENV: 'production' };
const wrong = { ...administrator, password: 'falsch-genug' };
const attributes = ['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Strict'];
const attributesOf = (cookie: string) => cookie.split('; ').slice(1).toSorted();
const claimsIn = (value: string) => Buffer.from(value.split('.')[1] ?? '', 'base64url').toString();

/** The `Set-Cookie` lines after a sign-in. */
const cookiesOf = async (app: TestApp, who = administrator) =>
  (await browserOf(app).send('POST', api.login, who)).headers.getSetCookie();

/** Makes the name wait for all strangers. */
async function guess(app: TestApp): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await browserOf(app).signIn(wrong);
}

describe('the cookie of a known browser', () => {
  afterEach(() => {
    setSystemTime();
  });

  // ASVS 3.3.2, 3.3.4
  test('is out of reach of scripts and other sites, names nobody, and is not set by a refused sign-in', async () => {
    const { app } = await known.open();
    const [cookie = '', ...more] = await cookiesOf(app);
    expect(cookie).toMatch(/^device=[\w.-]{20,2000}; /);
    expect(attributesOf(cookie)).toEqual(attributes);
    expect(claimsIn(cookie)).not.toMatch(/admin\b|a test|role/);
    expect([more, await cookiesOf(app, wrong)]).toEqual([[], []]);
  });

  // ASVS 3.3.1, 3.3.3
  test('is bound to the host under https, and worth nothing without its prefix', async () => {
    const { app, admin } = await openHouse(https);
    const [cookie = ''] = await cookiesOf(app);
    expect(cookie).toStartWith('__Host-device=');
    expect(attributesOf(cookie)).toEqual([...attributes, 'Secure']);
    await guess(app);
    for (const [name, status] of [
      ['device', 429],
      ['__Host-device', 200],
    ] as const) {
      const browser = browserOf(app);
      browser.cookies.set(name, admin.cookies.get('__Host-device') ?? '');
      expect((await browser.signIn(administrator)).status).toBe(status);
    }
  });

  test('knows several users of one browser', async () => {
    const { app, admin } = await known.open();
    await admin.signIn(await hired(admin));
    await guess(app);
    expect((await admin.signIn(administrator)).status).toBe(200);
  });

  test('stays short, however many people share the browser, and knows the last ones', async () => {
    const { app, admin } = await openHouse();
    const shared = browserOf(app);
    const ids: unknown[] = [];
    for (let count = 0; count < 12; count += 1) {
      const mira = await hired(admin, `mira-${count}`);
      await shared.signIn(mira);
      ids.unshift(`${mira.id} 0`);
    }
    const value = shared.cookies.get('device') ?? '';
    expect(value.length).toBeLessThan(1000);
    expect(JSON.parse(claimsIn(value))).toMatchObject({ users: ids.slice(0, 8) });
  });

  test.each([
    [179, 200],
    [181, 429],
  ])('after %i days without a sign-in lets it sign in with %i', async (days, expected) => {
    setSystemTime(testNow);
    const { app, admin } = await known.open();
    app.clock.now += days * 86_400_000;
    setSystemTime(app.clock.now);
    await guess(app);
    expect((await admin.signIn(administrator)).status).toBe(expected);
  });

  // ASVS 9.2.2–9.2.4
  test('is no token of staff, and alone signs nobody in', async () => {
    const { app, admin } = await known.open();
    const device = admin.cookies.get('device') ?? '';
    const [asToken, asCookie] = [browserOf(app), browserOf(app)];
    asToken.token = device;
    asCookie.cookies.set('device', device);
    expect([await asToken.alive(), await asCookie.alive()]).toEqual([401, 401]);
  });
});
