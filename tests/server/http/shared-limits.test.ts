/** Limits that two instances count together on one database server, each with its own context. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { deleteEndedWindows } from '#db/rate-limits';
import { rateLimits } from '#db/schema/system';
import { loadConfig } from '#server/config';
import { createGuesses } from '#server/features/auth/guesses';
import { rateLimit } from '#server/http/limits/rate-limit';
import { createMeters } from '#server/metrics';
import { Refusal } from '#server/refusal';
import { freeze, rejection, scratch, thaw } from '#tests/db/support/processes';
import { root } from '#tests/support/server';
import { taken } from './limits/stage';

const minute = 60_000;
const here = scratch();
const clock = { now: Date.parse('2026-11-20T09:00:00Z'), ahead: 0 };
const opened: Database[] = [];
let sqld: Awaited<ReturnType<typeof here.startSqld>>;

beforeAll(async () => {
  sqld = await here.startSqld();
  for (const _ of ['one', 'other']) opened.push(await openDatabase({ url: sqld.url }));
  await migrateDatabase(databaseOf(0), `${root}/db/migrations`);
});

afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
  await here.remove();
});

describe('limits on a shared database', () => {
  test('are counted exactly for simultaneous calls, and start again when the window ends', async () => {
    const limits = [0, 1].map((index) => limitOf(index, 'all-at-once', 40));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => taken(limits[index % 2]?.hit('203.0.113.7'))),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(40);
    expect(await taken(limits[0]?.hit('203.0.113.8'))).toBe(true);
    clock.now += minute;
    expect(await taken(limits[0]?.hit('203.0.113.7'))).toBe(true);
  });

  test('end when a clock that was ahead is set right', async () => {
    const [one, other] = [limitOf(0, 'ahead', 1), limitOf(1, 'ahead', 1)];
    clock.ahead = 3 * 3_600_000;
    await one.hit('a');
    clock.ahead = 0;
    expect(await taken(other.hit('a'))).toBe(true);
    // clocks that differ a little count together
    clock.ahead = -1000;
    expect(await taken(one.hit('a'))).toBe(false);
    clock.ahead = 0;
  });

  test('say when they end', async () => {
    const [one, other] = [limitOf(0, 'ending', 1), limitOf(1, 'ending', 1)];
    await one.hit('a');
    clock.now += 20_500;
    const refusal = await rejection(other.hit('a'));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 429, headers: { 'retry-after': '40' } });
  });

  test('refund and reset what the other instance counted', async () => {
    const [one, other] = [limitOf(0, 'taken-back', 2), limitOf(1, 'taken-back', 2)];
    await one.hit('a');
    await one.hit('a');
    await other.refund('a');
    expect([await taken(one.hit('a')), await taken(one.hit('a'))]).toEqual([true, false]);
    await other.reset('a');
    // a refusal is repeated from memory for a second
    expect(await taken(one.hit('a'))).toBe(false);
    clock.now += 1000;
    expect(await taken(one.hit('a'))).toBe(true);
  });

  test('stop guessing after 10 for a name and 50 for an address', async () => {
    const guesses = [0, 1].map((index) => createGuesses(contextOf(index)));
    const guess = async (index: number, name: string, address: string, right = false) => {
      const attempted = async () => {
        await guesses[index % 2]?.countAddress(address);
        await guesses[index % 2]?.attempt({ name, address }, async () => right);
      };
      return await taken(attempted());
    };
    const atOneName = Array.from({ length: 30 }, (_, index) => guess(index, 'Admin', `198.51.100.${index}`));
    expect((await Promise.all(atOneName)).filter(Boolean)).toHaveLength(10);
    const fromOneAddress = Array.from({ length: 80 }, (_, index) =>
      guess(index, `user-${index}`, '192.0.2.1'),
    );
    expect((await Promise.all(fromOneAddress)).filter(Boolean)).toHaveLength(50);
    // a correct password refunds its own attempt
    for (let index = 0; index < 60; index += 1)
      expect(await guess(index, 'petra', '192.0.2.2', true)).toBe(true);
  });

  test('leave no rows behind, and no names', async () => {
    const rows = await databaseOf(0).read.select().from(rateLimits);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|198\.51|192\.0|admin|petra/i);
    const { shared } = databaseOf(1);
    if (!shared) throw new Error('a server is shared');
    expect(await deleteEndedWindows(shared, clock.now - 60 * minute)).toBe(0);
    expect(await deleteEndedWindows(shared, clock.now + 60 * minute)).toBe(rows.length);
    expect(await databaseOf(0).read.select().from(rateLimits)).toEqual([]);
  });

  test('of invented keys are deleted first when there are too many rows', async () => {
    const limit = limitOf(0, 'crowded', 5);
    for (let count = 0; count < 5; count += 1) await limit.hit('in force');
    for (let index = 0; index < 20; index += 1) {
      clock.now += 1;
      await limit.hit(`invented ${index}`);
    }
    const { shared } = databaseOf(0);
    if (!shared) throw new Error('a server is shared');
    expect(await deleteEndedWindows(shared, clock.now, 10)).toBe(11);
    expect(await databaseOf(0).read.select().from(rateLimits)).toHaveLength(10);
    expect(await taken(limit.hit('in force'))).toBe(false);
    expect(await deleteEndedWindows(shared, clock.now + 60 * minute)).toBe(10);
  });

  // ASVS 16.5.3
  test('that cannot be counted report that the database is unavailable', async () => {
    const [hit, refund, reset] = ['hit', 'refund', 'reset'] as const;
    const limit = limitOf(0, 'away', 1);
    await freeze(sqld.child);
    const errors = await Promise.all([hit, refund, reset].map((call) => rejection(limit[call]('a'))));
    await thaw(sqld.child, databaseOf(0).ping);
    for (const error of errors) expect(error).toBeInstanceOf(DatabaseUnavailable);
    await databaseOf(0).write((tx) => tx.run('drop table rate_limits'));
    expect(await rejection(limit.hit('a'))).toBeInstanceOf(DatabaseUnavailable);
  });
});

function databaseOf(index: number): Database {
  const db = opened[index];
  if (!db) throw new Error('not opened');
  return db;
}

function contextOf(index: number) {
  const config = loadConfig({ JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32).toString('base64') });
  const now = () => clock.now + clock.ahead;
  return { config, db: databaseOf(index), meters: createMeters(), now, uptime: () => clock.now };
}

function limitOf(index: number, name: string, limit: number) {
  return rateLimit(contextOf(index), { name, limit, windowMs: minute });
}
