import { beforeEach, describe, expect, test } from 'bun:test';
import { addCallback } from '#db/callbacks';
import { applications } from '#db/schema/applications';
import { callbackRequests } from '#db/schema/desk';
import type { Dashboard } from '#domain/dashboard';
import { api } from '#domain/urls';
import { testNow } from '#tests/support/app';
import { countStatements, setOffice } from './staff';

const office = setOffice();
const { app } = office;
const read = async () => (await office.lukas.ask('GET', api.dashboard)).body as unknown as Dashboard;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [applications, callbackRequests]) await app.db.write((tx) => tx.delete(table));
});

/** Stores an application that began (and ended) at these times; `furthestStep` is the furthest step. */
async function add(created: string, completed: string | null = null, furthestStep = 1) {
  const [id, at] = [crypto.randomUUID(), Date.parse(created)];
  const completedAt = completed === null ? null : Date.parse(completed);
  const row = { id, createdAt: at, updatedAt: at, completedAt, furthestStep };
  await app.db.write((tx) => tx.insert(applications).values(row));
  return id;
}
const call = (name: string, at: number) =>
  app.db.write((tx) =>
    addCallback(tx, { name, phone: '1', email: 'a@b.example', preferredTime: null, source: 'w' }, at),
  );

describe('the dashboard', () => {
  test('has zeros and every day of the chart if there is no data', async () => {
    const { daily, ...rest } = await read();
    const none = { totalApplications: 0, completedApplications: 0, incompleteApplications: 0 };
    const empty = { recentApplications: [], callbackRequests: [], siteState: null };
    expect(rest).toEqual({ ...empty, stats: { ...none, pendingCallbacks: 0 } });
    expect(daily).toHaveLength(30);
    expect(daily[0]).toEqual({ day: '2026-10-22', started: 0, completed: 0 });
    expect(daily[29]).toEqual({ day: '2026-11-20', started: 0, completed: 0 });
  });

  test('counts applications and open callback requests', async () => {
    await add('2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z');
    for (let count = 0; count < 3; count += 1) await add('2026-11-01T00:00:00Z');
    await call('A', 1);
    const processed = { id: crypto.randomUUID(), name: 'B', phone: '1', createdAt: 1, processedAt: 2 };
    await app.db.write((tx) => tx.insert(callbackRequests).values(processed));
    const { stats, callbackRequests: listed } = await read();
    const counts = { totalApplications: 4, completedApplications: 1, incompleteApplications: 3 };
    expect(stats).toEqual({ ...counts, pendingCallbacks: 1 });
    expect(listed.map(({ name }) => name)).toEqual(['A']);
  });

  test('lists the 10 newest applications and callback requests, newest first, in four statements', async () => {
    const [ids, callbackIds]: [string[], string[]] = [[], []];
    for (let minute = 10; minute < 22; minute += 1) {
      const at = `2026-11-20T08:${minute}:00Z`;
      ids.unshift(await add(at));
      callbackIds.unshift(await call(`${minute}`, Date.parse(at)));
    }
    const { recentApplications, callbackRequests: wishes } = await read();
    expect(recentApplications.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(wishes.map(({ id }) => id)).toEqual(callbackIds.slice(0, 10));
    const at = '2026-11-20T08:21:00.000Z';
    const times = { createdAt: at, lastUpdated: at };
    expect(recentApplications[0]).toEqual({ id: ids[0] ?? '', currentStep: 1, completed: false, ...times });
    expect(wishes[0]).toEqual({
      ...{ id: callbackIds[0] ?? '', name: '21', phone: '1', email: 'a@b.example', preferredTime: null },
      ...{ message: null, source: 'w', processed: false, noCalls: false, reply: null, createdAt: at },
    });
    expect(await countStatements(read)).toBeLessThanOrEqual(4);
  });

  test.each([
    // summer time ended on 25 October 2026 and began on 29 March: those days have 25 and 23 hours
    ['2026-11-20T09:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-11-20T09:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['2026-11-20T09:00:00Z', '2026-10-21T22:00:00Z', '2026-10-22'],
    ['2026-11-20T09:00:00Z', '2026-10-21T21:59:59Z', null],
    ['2026-04-10T09:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-04-10T09:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-11-20T23:30:00Z', '2026-11-20T23:10:00Z', '2026-11-21'],
  ])('counts by the day in Germany: at %s, %s is %p', async (now, at, day) => {
    app.clock.now = Date.parse(now);
    await add(at, at);
    const { daily } = await read();
    const found = daily.filter(({ started }) => started > 0);
    expect(found).toEqual(day === null ? [] : [{ day, started: 1, completed: 1 }]);
    expect(new Set(daily.map((one) => one.day)).size).toBe(30);
  });

  test('counts completions on their own day in the chart', async () => {
    await add('2026-11-18T12:00:00Z', '2026-11-19T12:00:00Z', 6);
    await add('2026-09-01T12:00:00Z', '2026-11-19T13:00:00Z', 6);
    await add('2026-11-18T12:00:00Z', null, 6);
    await add('2026-11-18T12:00:00Z', null, 3);
    await add('2026-11-18T12:00:00Z', null, 1);
    const { daily } = await read();
    expect(daily.find(({ day }) => day === '2026-11-18')).toMatchObject({ started: 4, completed: 0 });
    expect(daily.find(({ day }) => day === '2026-11-19')).toMatchObject({ started: 0, completed: 2 });
  });
});
