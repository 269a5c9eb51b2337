/** The cookie of a browser that has signed in: its attributes, and what it is worth. */
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { api } from '#domain/urls';
import { type TestApp, testNow } from '#tests/support/app';
import { administrator } from '#tests/support/staff';
import { browserOf, hired, openHouse, setHouse } from './browsers';

const limited = { RATE_LIMIT: 'on' };
const house = setHouse(limited);
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
    const { app } = await house.open();
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
    const { app, admin } = await house.open();
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
    const { app, admin } = await house.open();
    app.clock.now += days * 86_400_000;
    setSystemTime(app.clock.now);
    await guess(app);
    expect((await admin.signIn(administrator)).status).toBe(expected);
  });

  // ASVS 9.2.2–9.2.4
  test('is no token of staff, and alone signs nobody in', async () => {
    const { app, admin } = await house.open();
    const device = admin.cookies.get('device') ?? '';
    const [asToken, asCookie] = [browserOf(app), browserOf(app)];
    asToken.token = device;
    asCookie.cookies.set('device', device);
    expect([await asToken.alive(), await asCookie.alive()]).toEqual([401, 401]);
  });
});
