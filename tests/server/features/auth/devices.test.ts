/** The cookie of a browser that has signed in: its attributes, and what it is worth. */
import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { api } from '#domain/urls';
import { type TestApp, testNow } from '#tests/support/app';
import { administrator } from '#tests/support/staff';
import { browserOf, hired, openHouse, type StaffBrowser, setHouse } from './browsers';

const limited = { RATE_LIMIT: 'on' };
const house = setHouse(limited);
const https = { PUBLIC_URL: 'https://sattelfest.example', NODE_ENV: 'production' };
const days = 86_400_000;
const wrong = { ...administrator, password: 'falsch-genug' };

/** The first `Set-Cookie` line after a sign-in: name and value, and the attributes in order. */
async function cookieOf(browser: StaffBrowser, who = administrator) {
  const response = await browser.send('POST', api.login, who);
  const lines = response.headers.getSetCookie();
  const [pair = '', ...attributes] = (lines[0] ?? '').split('; ');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  return { count: lines.length, name, value, attributes: attributes.sort() };
}

/** Makes the name wait for all strangers. */
async function guess(app: TestApp): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await browserOf(app).signIn(wrong);
}

async function open(env?: Record<string, string>) {
  const opened = await (env ? openHouse({ ...limited, ...env }) : house.open());
  const { app } = opened;
  /** The status of a sign-in of the waiting administrator, from a browser with this cookie. */
  const signInWith = async (name: string, value: string) => {
    const browser = browserOf(app);
    browser.cookies.set(name, value);
    return (await browser.signIn(administrator)).status;
  };
  return { ...opened, signInWith };
}

describe('the cookie of a known browser', () => {
  // ASVS 3.3.2, 3.3.4
  test('is out of reach of scripts and other sites', async () => {
    const { app } = await open();
    expect(await cookieOf(browserOf(app))).toEqual({
      count: 1,
      name: 'device',
      value: expect.stringMatching(/^[\w.-]{20,2000}$/),
      attributes: ['HttpOnly', `Max-Age=${180 * 24 * 3600}`, 'Path=/', 'SameSite=Strict'],
    });
  });

  // ASVS 3.3.1, 3.3.3
  test('is bound to the host under https', async () => {
    const { app } = await open(https);
    const { name, attributes } = await cookieOf(browserOf(app));
    expect(name).toBe('__Host-device');
    expect(attributes).toEqual([
      'HttpOnly',
      `Max-Age=${180 * 24 * 3600}`,
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ]);
  });

  test('is worth nothing without its prefix under https', async () => {
    const { app, admin, signInWith } = await open(https);
    const value = admin.cookies.get('__Host-device') ?? '';
    await guess(app);
    expect(await signInWith('device', value)).toBe(429);
    expect(await signInWith('__Host-device', value)).toBe(200);
  });

  test('is not set by a refused sign-in', async () => {
    const { app } = await open();
    expect((await cookieOf(browserOf(app), wrong)).count).toBe(0);
  });

  test('names no user and no browser in clear', async () => {
    const { admin } = await open();
    const value = admin.cookies.get('device') ?? '';
    const claims = Buffer.from(value.split('.')[1] ?? '', 'base64url').toString();
    expect(claims).not.toMatch(/admin\b|a test|role/);
  });

  test('knows several users of one browser', async () => {
    const { app, admin } = await open();
    const mira = await hired(admin);
    await admin.signIn(mira);
    await guess(app);
    expect((await admin.signIn(administrator)).status).toBe(200);
  });

  test('stays short, however many people share the browser, and knows the last ones', async () => {
    const { app, admin } = await open({ RATE_LIMIT: 'off' });
    const shared = browserOf(app);
    const ids: unknown[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { body } = await shared.signIn(await hired(admin, `mira-${count}`));
      ids.unshift((body.user as { id: string }).id);
    }
    const value = shared.cookies.get('device') ?? '';
    expect(value.length).toBeLessThan(1000);
    const claims = JSON.parse(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ users: ids.slice(0, 8).map((id) => `${id} 0`) });
  });

  afterEach(() => {
    setSystemTime();
  });

  test.each([
    [179, 200],
    [181, 429],
  ])('after %i days without a sign-in lets it sign in with %i', async (age, expected) => {
    setSystemTime(testNow);
    const { app, admin } = await open();
    app.clock.now += age * days;
    setSystemTime(app.clock.now);
    await guess(app);
    expect((await admin.signIn(administrator)).status).toBe(expected);
  });
});

// ASVS 9.2.2–9.2.4
test('the cookie of a browser is no token of staff', async () => {
  const { app, admin } = await open();
  const stranger = browserOf(app);
  stranger.token = admin.cookies.get('device') ?? '';
  expect(await stranger.alive()).toBe(401);
  // the cookie alone signs nobody in
  stranger.token = '';
  stranger.cookies.set('device', admin.cookies.get('device') ?? '');
  expect(await stranger.alive()).toBe(401);
});
