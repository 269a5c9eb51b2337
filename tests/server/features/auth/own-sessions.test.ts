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

/** A call does not wait until its use is stored. */
const usedNow = ({ clock, db }: TestApp) =>
  until(async () =>
    (await db.read.select().from(sessions)).some(({ lastUsedAt }) => lastUsedAt === clock.now),
  );

/** Two browsers of the administrator. */
async function openTwo(env?: Record<string, string>) {
  const { app, admin } = await (env ? openHouse(env) : house.open());
  const elsewhere = browserOf(app, firefox);
  app.clock.now += minute;
  await elsewhere.signIn(administrator);
  return { app, admin, elsewhere };
}

test('signing out twice, or without a session, is refused, and at once never fails', async () => {
  const { app, admin, elsewhere } = await openTwo();
  expect([await logout(admin), await logout(admin), await logout(browserOf(app))]).toEqual([204, 401, 401]);
  const answers = await Promise.all([logout(elsewhere), logout(elsewhere), logout(elsewhere)]);
  expect(answers.filter((status) => status >= 500)).toEqual([]);
  expect(answers).toContain(204);
  expect(await elsewhere.alive()).toBe(401);
});

describe('an unused session', () => {
  // ASVS 7.3.1
  test.each([
    ['120 minutes without a setting', {}, 120],
    ['5 minutes', { TOKEN_IDLE_MINUTES: '5' }, 5],
  ])('ends after %s, up to a minute earlier', async (_, env, minutes) => {
    const usual = { TOKEN_IDLE_MINUTES: '120', TOKEN_HOURS: '24', ...env };
    const { app, admin, elsewhere } = await openTwo(usual);
    app.clock.now += (minutes - 1) * minute;
    expect(await elsewhere.alive()).toBe(200);
    await usedNow(app);
    app.clock.now += minute + 1000;
    for (const _ of ['once', 'and again']) expect(await admin.alive()).toBe(401);
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
    const { app, admin, elsewhere } = await openTwo();
    await browserOf(app).signIn(await hired(admin));
    app.clock.now += hour;
    expect(await elsewhere.alive()).toBe(200);
    await usedNow(app);
    const found = await listed(elsewhere);
    expect(found.map(({ id }) => id).sort()).toEqual((await listed(admin)).map(({ id }) => id).sort());
    const [first, second] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:01:00.000Z'];
    expect(found.toSorted((one, other) => Number(one.current) - Number(other.current))).toEqual([
      { id: sentence, createdAt: first, lastUsedAt: second, browser: sentence, current: false },
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: second,
        lastUsedAt: '2026-11-20T10:01:00.000Z',
        browser: 'Firefox unter Windows',
        current: true,
      },
    ]);
  });

  test('names a browser that says nothing, markup, or bytes that are no text', async () => {
    const { app } = await house.open();
    for (const agent of ['', '<script>alert(1)</script>'.repeat(400), '\xff\xfe\x80']) {
      const browser = browserOf(app, agent);
      await browser.signIn(administrator);
      const own = (await listed(browser)).find(({ current }) => current);
      expect(own?.browser).toMatch(/^[^<>]{1,100}$/);
    }
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
    const statuses = await Promise.all([admin, ...browsers].map((one) => one.alive()));
    expect(statuses).toEqual([200, 401, ...Array(18).fill(200)]);
  });
});

test('ending a session of somebody else is refused like an unknown one, and ending it twice', async () => {
  const { app, admin, elsewhere } = await openTwo();
  const other = browserOf(app);
  await other.signIn(await hired(admin));
  const [foreign] = await listed(other);
  const refused = await endOf(admin, foreign?.id ?? '');
  expect(refused).toEqual({ status: 404, body: { message: sentence } });
  expect(await endOf(admin, crypto.randomUUID())).toEqual(refused);
  expect((await endOf(admin, 'diese')).status).toBe(422);
  expect(await other.alive()).toBe(200);
  const id = (await listed(elsewhere)).find(({ current }) => !current)?.id ?? '';
  expect([(await endOf(elsewhere, id)).status, (await endOf(elsewhere, id)).status]).toEqual([204, 404]);
});
