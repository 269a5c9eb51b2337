/** Sessions: what a token names, what ends it, and what the user sees of it. */
import { describe, expect, test } from 'bun:test';
import { sessions } from '#db/schema/staff';
import type { Session } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { until } from '#tests/support/until';
import { browserOf, hired, hour, minute, openHouse, type StaffBrowser, setHouse } from './browsers';

const house = setHouse();
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const logout = async (browser: StaffBrowser) => (await browser.send('POST', api.logout)).status;
const listed = (browser: StaffBrowser) => browser.list<Session>(api.sessions);
const endOf = (browser: StaffBrowser, id: string) => browser.says('DELETE', href(api.session, { id }));
const stored = async ({ db }: Pick<TestApp, 'db'>) => await db.read.select().from(sessions);

/** A call does not wait until its use is stored. */
const usedNow = (app: TestApp) =>
  until(async () => (await stored(app)).some(({ lastUsedAt }) => lastUsedAt === app.clock.now));

/** Two browsers of the administrator and one of a case handler. */
async function openThree(env?: Record<string, string>) {
  const { app, admin } = await (env ? openHouse(env) : house.open());
  const mira = await hired(admin);
  const [elsewhere, other] = [browserOf(app, firefox), browserOf(app)];
  app.clock.now += minute;
  await elsewhere.signIn(administrator);
  await other.signIn(mira);
  return { app, admin, elsewhere, other, mira };
}

describe('signing out', () => {
  test('twice, or without a session, is refused', async () => {
    const { app, admin } = await house.open();
    expect([await logout(admin), await logout(admin), await logout(browserOf(app))]).toEqual([204, 401, 401]);
  });

  test('twice at once never fails', async () => {
    const { admin } = await house.open();
    const answers = await Promise.all([logout(admin), logout(admin), logout(admin)]);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
    expect(answers).toContain(204);
    expect(await admin.alive()).toBe(401);
  });
});

describe('an unused session', () => {
  // ASVS 7.3.1
  test.each([
    ['120 minutes without a setting', {}, 120],
    ['5 minutes', { TOKEN_IDLE_MINUTES: '5' }, 5],
  ])('ends after %s, up to a minute earlier', async (_, env, minutes) => {
    const usual = { TOKEN_IDLE_MINUTES: '120', TOKEN_HOURS: '24', ...env };
    const { app, admin, elsewhere } = await openThree(usual);
    app.clock.now += (minutes - 1) * minute;
    expect(await elsewhere.alive()).toBe(200);
    await usedNow(app);
    app.clock.now += minute + 1000;
    for (const _ of ['once', 'and again']) expect(await admin.alive()).toBe(401);
    expect(await elsewhere.alive()).toBe(200);
    expect((await listed(elsewhere)).map(({ current }) => current)).toEqual([true]);
  });

  test('goes on while it is used', async () => {
    const { app, admin } = await openHouse({ TOKEN_IDLE_MINUTES: '10', TOKEN_HOURS: '24' });
    for (let turn = 0; turn < 20; turn += 1) {
      app.clock.now += 9 * minute;
      expect(await admin.alive()).toBe(200);
      await usedNow(app);
    }
  });

  test('goes on without end if the setting is 0', async () => {
    const { app, admin } = await openHouse({ TOKEN_IDLE_MINUTES: '0', TOKEN_HOURS: '24' });
    app.clock.now += 7 * hour;
    expect(await admin.alive()).toBe(200);
  });
});

describe('the list of sessions', () => {
  test("has the user's own ones with browser and times, and marks this one", async () => {
    const { app, admin, elsewhere } = await openThree();
    app.clock.now += hour;
    expect(await elsewhere.alive()).toBe(200);
    await usedNow(app);
    const found = await listed(elsewhere);
    expect(found).toHaveLength(2);
    expect(found.find(({ current }) => current)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: '2026-11-20T09:01:00.000Z',
      lastUsedAt: '2026-11-20T10:01:00.000Z',
      browser: 'Firefox unter Windows',
      current: true,
    });
    expect(found.find(({ current }) => !current)).toMatchObject({
      createdAt: '2026-11-20T09:00:00.000Z',
      lastUsedAt: '2026-11-20T09:00:00.000Z',
      browser: sentence,
    });
    expect((await listed(admin)).map(({ id }) => id).sort()).toEqual(found.map(({ id }) => id).sort());
  });

  test.each([
    ['nothing', ''],
    ['markup', '<script>alert(1)</script>'.repeat(400)],
    ['bytes that are no text', '\xff\xfe\x80'],
  ])('names a browser that says %s', async (_, agent) => {
    const { app } = await house.open();
    const browser = browserOf(app, agent);
    await browser.signIn(administrator);
    const own = (await listed(browser)).find(({ current }) => current);
    expect(own?.browser).toMatch(/^[^<>]{1,100}$/);
  });

  // ASVS 7.1.2
  test('has at most 20; one more ends the one that was used longest ago', async () => {
    const { app, admin } = await house.open();
    const browsers: StaffBrowser[] = [];
    for (let count = 1; count < 20; count += 1) {
      app.clock.now += minute;
      const browser = browserOf(app);
      await browser.signIn(administrator);
      browsers.push(browser);
    }
    app.clock.now += 2 * minute;
    expect(await admin.alive()).toBe(200);
    await browserOf(app).signIn(administrator);
    expect(await listed(admin)).toHaveLength(20);
    expect(await Promise.all([admin, ...browsers].map((one) => one.alive()))).toEqual([
      200,
      401,
      ...Array(18).fill(200),
    ]);
  });
});

describe('ending a session', () => {
  const otherOf = async (browser: StaffBrowser) =>
    (await listed(browser)).find(({ current }) => !current)?.id ?? '';

  test('of somebody else is refused like an unknown one', async () => {
    const { admin, other } = await openThree();
    const [foreign] = await listed(other);
    const refused = await endOf(admin, foreign?.id ?? '');
    expect(refused).toEqual({ status: 404, body: { message: sentence } });
    expect(await endOf(admin, crypto.randomUUID())).toEqual(refused);
    expect((await endOf(admin, 'diese')).status).toBe(422);
    expect(await other.alive()).toBe(200);
  });

  test('twice is refused', async () => {
    const { elsewhere } = await openThree();
    const id = await otherOf(elsewhere);
    expect([await endOf(elsewhere, id), await endOf(elsewhere, id)].map(({ status }) => status)).toEqual([
      204, 404,
    ]);
  });
});
