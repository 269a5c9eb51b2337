/** Guessing passwords and codes: strangers wait longer and longer, and known browsers go on. */
// ASVS 6.1.1, 6.3.1
import { describe, expect, test } from 'bun:test';
import { signInFailures } from '#db/schema/staff';
import { deleteEndedSignIns } from '#server/jobs/jobs';
import type { TestApp } from '#tests/support/app';
import type { Answer } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, codeNeeded, hired, hour, minute, openHouse, setHouse } from './browsers';

const limited = { RATE_LIMIT: 'on' };
const house = setHouse(limited);
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
      expect(refused.status).toBe(429);
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
});

describe('a browser that has signed in as this user', () => {
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

test('with RATE_LIMIT=off nobody waits', async () => {
  const { app } = await openHouse({ RATE_LIMIT: 'off' });
  expect(await fail(app, 12)).toEqual(Array(12).fill(401));
});
