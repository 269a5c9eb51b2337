/** Guessing passwords and codes: strangers wait longer and longer, and known browsers go on. */
import { describe, expect, test } from 'bun:test';
import { signInFailures } from '#db/schema/staff';
import { api } from '#domain/urls';
import { deleteEndedSignIns } from '#server/jobs/staff';
import type { TestApp } from '#tests/support/app';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import type { Answer } from '#tests/support/people';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, codeNeeded, hired, hour, minute, openHouse, setHouse } from './browsers';

const limited = { RATE_LIMIT: 'on' };
const house = setHouse(limited);
const { password } = administrator;
const wrong = { ...administrator, password: 'falsch-genug' };
const afterOf = ({ headers }: Answer) => Number(headers.get('retry-after'));

/** Wrong passwords of strangers, each with another address. Returns the statuses. */
async function fail(app: TestApp, count: number, who = wrong): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) found.push((await browserOf(app).signIn(who)).status);
  return found;
}
const arrive = (app: TestApp, who = administrator) => browserOf(app).signIn(who);

describe('a name that strangers guess at', () => {
  test('costs waits after 10 failures: 1 s at first, doubling, 15 minutes at most', async () => {
    const { app } = await house.open();
    expect(await fail(app, 10)).toEqual(Array(10).fill(401));
    const waits: number[] = [];
    const said: string[] = [];
    for (let turn = 0; turn < 13; turn += 1) {
      const refused = await arrive(app);
      expect({ status: refused.status, body: refused.body }).toEqual({
        status: 429,
        body: { message: sentence },
      });
      waits.push(afterOf(refused));
      said.push(String(refused.body.message));
      app.clock.now += afterOf(refused) * 1000;
      expect(await fail(app, 1)).toEqual([401]);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    expect([0, 1, 7, 9, 10].map((turn) => said[turn])).toEqual([
      'Zu viele Fehlversuche. Bitte warten Sie noch eine Sekunde.',
      'Zu viele Fehlversuche. Bitte warten Sie noch 2 Sekunden.',
      'Zu viele Fehlversuche. Bitte warten Sie noch 3 Minuten.',
      'Zu viele Fehlversuche. Bitte warten Sie noch 9 Minuten.',
      'Zu viele Fehlversuche. Bitte warten Sie noch 15 Minuten.',
    ]);
  });

  test('is never locked: after the wait the right password signs in and ends the waits', async () => {
    const { app } = await house.open();
    await fail(app, 10);
    expect((await arrive(app)).status).toBe(429);
    app.clock.now += 1000;
    expect((await arrive(app)).status).toBe(200);
    expect(await fail(app, 10)).toEqual(Array(10).fill(401));
    expect(await fail(app, 1)).toEqual([429]);
  });

  test('waits no longer for what is sent while it waits', async () => {
    const { app } = await house.open();
    await fail(app, 10);
    expect(await fail(app, 30)).toEqual(Array(30).fill(429));
    app.clock.now += 1000;
    expect((await arrive(app)).status).toBe(200);
  });

  test('waits whether there is such an account or not, and however it is written', async () => {
    const { app } = await house.open();
    const guess = async (username: string) => (await fail(app, 1, { username, password: 'x' }))[0];
    for (const names of [
      ['admin', 'ADMIN', 'Admin'],
      ['niemand', 'NIEMAND', 'Niemand'],
    ]) {
      const found: unknown[] = [];
      for (let turn = 0; turn < 12; turn += 1) found.push(await guess(names[turn % names.length] ?? ''));
      expect(found).toEqual([...Array(10).fill(401), 429, 429]);
    }
  });

  test('is no other name', async () => {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    await fail(app, 12);
    expect((await arrive(app, mira)).status).toBe(200);
  });

  test('is forgiven after 24 hours without a failure', async () => {
    const { app } = await openHouse({ ...limited, TOKEN_HOURS: '48' });
    await fail(app, 10);
    app.clock.now += 23 * hour;
    expect(await fail(app, 2)).toEqual([401, 429]);
    app.clock.now += 24 * hour + 1000;
    expect(await fail(app, 11)).toEqual([...Array(10).fill(401), 429]);
  });

  test('waits no longer when the clock of another instance is ahead, or was set back', async () => {
    const { app } = await house.open();
    await fail(app, 9);
    app.clock.now -= 5000;
    expect(await fail(app, 1)).toEqual([401]);
    expect((await arrive(app)).status).toBe(429);
    app.clock.now -= hour;
    expect((await arrive(app)).headers.get('retry-after')).toBe('1');
    app.clock.now += 1000;
    expect((await arrive(app)).status).toBe(200);
  });

  test('is stored as an HMAC, in rows that are bounded', async () => {
    const { app } = await house.open();
    for (let turn = 0; turn < 12; turn += 1) {
      await fail(app, turn === 0 ? 10 : 1, { username: `niemand-${turn}`, password: 'x' });
      app.clock.now += minute;
    }
    const stored = async () => await app.db.read.select().from(signInFailures);
    expect(await stored()).toHaveLength(12);
    expect(JSON.stringify(await stored())).not.toContain('niemand');
    expect(await deleteEndedSignIns(app.context, 5)).toBe(7);
    // the one that costs a wait stays
    expect((await stored()).some(({ failures }) => failures === 10)).toBe(true);
    app.clock.now += 24 * hour;
    expect(await deleteEndedSignIns(app.context)).toBe(5);
  });
});

describe('codes', () => {
  test('are guessed at the same price as passwords', async () => {
    const { app, admin } = await house.open();
    const { secret } = await admin.protect(administrator);
    const guess = async () =>
      (await browserOf(app).signIn(administrator, wrongCode(secret, app.clock.now))).status;
    for (let turn = 0; turn < 10; turn += 1) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    app.clock.now += step;
    expect((await browserOf(app).signIn(administrator, codeOf(secret, app.clock.now))).status).toBe(200);
  });

  test('that were used, and recovery codes that are wrong, are failures too', async () => {
    const { app, admin } = await house.open();
    const factor = await admin.protect(administrator);
    const used = factor.newCode();
    await browserOf(app).signIn(administrator, used);
    const found: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const code = turn % 2 ? used : 'AAAA-BBBB-CCCC-DDDD';
      found.push((await browserOf(app).signIn(administrator, code)).status);
    }
    expect(found).toEqual([...Array(10).fill(401), 429]);
  });

  test('that are missing are neither failures nor successes', async () => {
    const { app, admin } = await house.open();
    const factor = await admin.protect(administrator);
    for (let turn = 0; turn < 60; turn += 1) {
      const { status, body } = await arrive(app);
      expect({ status, body }).toEqual({ status: 401, body: codeNeeded });
    }
    expect((await browserOf(app).signIn(administrator, factor.newCode())).status).toBe(200);
    await fail(app, 9);
    await arrive(app);
    expect(await fail(app, 2)).toEqual([401, 429]);
  });

  test('and passwords of who is signed in cost growing waits in a session', async () => {
    const { app, admin } = await house.open();
    const elsewhere = browserOf(app);
    await elsewhere.signIn(administrator);
    const begun = await admin.ask('POST', api.secondFactor, { currentPassword: password });
    const { secret } = begun.body as { secret: string };
    const guess = (turn: number) =>
      turn % 2
        ? admin.ask('POST', api.secondFactor, { currentPassword: 'falsch' })
        : admin.ask('PUT', api.secondFactor, { code: wrongCode(secret, app.clock.now) });
    for (let turn = 0; turn < 10; turn += 1) expect((await guess(turn)).status).toBe(400);
    const refused = await admin.ask('PUT', api.secondFactor, { code: codeOf(secret, app.clock.now) });
    expect([refused.status, afterOf(refused)]).toEqual([429, 1]);
    app.clock.now += 1000;
    expect([(await guess(0)).status, afterOf(await guess(1))]).toEqual([400, 2]);
    // the right password ends no wait: codes could be guessed between
    app.clock.now += 2000;
    expect((await admin.ask('POST', api.secondFactor, { currentPassword: password })).status).toBe(200);
    expect([(await guess(0)).status, afterOf(await guess(1))]).toEqual([400, 4]);
    // neither other sessions nor sign-ins wait for a session
    expect((await elsewhere.ask('POST', api.secondFactor, { currentPassword: password })).status).toBe(200);
    expect((await arrive(app)).status).toBe(200);
  });

  test('with which somebody tries to end the second factor are limited too', async () => {
    const { app, admin } = await house.open();
    const factor = await admin.protect(administrator);
    const end = async (code: string, currentPassword = password) =>
      (await admin.send('DELETE', api.secondFactor, { currentPassword, code })).status;
    for (let turn = 0; turn < 10; turn += 1) {
      const code = wrongCode(factor.secret, app.clock.now);
      expect(await (turn % 2 ? end(code) : end(factor.newCode(), 'falsch'))).toBe(400);
    }
    expect(await end(codeOf(factor.secret, app.clock.now))).toBe(429);
    expect(await end(factor.newCode())).toBe(200);
  });
});

describe('an address', () => {
  test('is counted before the name, and before the body is read', async () => {
    const { app } = await house.open();
    const stranger = browserOf(app);
    const unreadable = () =>
      app.ask('POST', api.login, { raw: '{', headers: { 'x-forwarded-for': stranger.address } });
    for (let turn = 0; turn < 50; turn += 1) expect((await unreadable()).status).toBe(400);
    expect((await unreadable()).status).toBe(429);
    for (let turn = 0; turn < 12; turn += 1) expect((await stranger.signIn(wrong)).status).toBe(429);
    const { status, headers } = await stranger.signIn(administrator);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await app.db.read.select().from(signInFailures)).toEqual([]);
    expect((await arrive(app)).status).toBe(200);
  });
});

describe('a browser that has signed in as this user', () => {
  test('goes on while strangers make the name wait', async () => {
    const { app, admin } = await house.open();
    await fail(app, 12);
    expect((await arrive(app)).status).toBe(429);
    admin.token = '';
    expect((await admin.signIn(wrong)).status).toBe(401);
    expect((await admin.signIn(administrator)).status).toBe(200);
    // its success says nothing about the strangers
    expect((await arrive(app)).status).toBe(429);
  });

  test('goes on from another address', async () => {
    const { app, admin } = await house.open();
    await fail(app, 12);
    admin.address = '192.0.2.77';
    expect((await admin.signIn(administrator)).status).toBe(200);
  });

  test('has failures and waits of its own, which make nobody else wait and end when it signs in', async () => {
    const { app, admin } = await house.open();
    for (let turn = 0; turn < 10; turn += 1) expect((await admin.signIn(wrong)).status).toBe(401);
    const refused = await admin.signIn(administrator);
    expect([refused.status, afterOf(refused)]).toEqual([429, 1]);
    expect((await arrive(app)).status).toBe(200);
    app.clock.now += 1000;
    expect((await admin.signIn(wrong)).status).toBe(401);
    expect(afterOf(await admin.signIn(administrator))).toBe(2);
    app.clock.now += 2000;
    expect((await admin.signIn(administrator)).status).toBe(200);
    for (let turn = 0; turn < 10; turn += 1) expect((await admin.signIn(wrong)).status).toBe(401);
  });

  test('waits as another user', async () => {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    const hers = browserOf(app);
    await hers.signIn(mira);
    await fail(app, 12);
    expect((await hers.signIn(administrator)).status).toBe(429);
    expect((await hers.signIn(mira)).status).toBe(200);
  });

  test('is not one that has only known the password', async () => {
    const { app, admin } = await house.open();
    await admin.protect(administrator);
    const stranger = browserOf(app);
    expect((await stranger.signIn(administrator)).body).toEqual(codeNeeded);
    expect(stranger.cookies.size).toBe(0);
    await fail(app, 10);
    expect((await stranger.signIn(administrator)).status).toBe(429);
  });
});

test('twenty checks of passwords wait, and any further call gets 429', async () => {
  const { app } = await openHouse();
  const calls = Array.from({ length: 40 }, (_, turn) =>
    browserOf(app).signIn({ username: `niemand-${turn}`, password: 'x' }),
  );
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeWithin(1, 21);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  for (const one of refused) expect(afterOf(one)).toBeGreaterThan(0);
});

test('with RATE_LIMIT=off nobody waits', async () => {
  const { app } = await openHouse({ RATE_LIMIT: 'off' });
  expect(await fail(app, 60)).toEqual(Array(60).fill(401));
});
