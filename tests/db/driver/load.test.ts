/** Many writes at once, also beside another process. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { retryWhileBusy } from '#db/driver/waiting';
import { openDatabase } from '#db/open';
import { setScratch } from '#tests/db/support/processes';

const here = setScratch();

test('of 50 workers × 40 transactions none fails, and every row is stored', async () => {
  const db = await openNumbers(here.path('app.db'));
  const { failures, acknowledged } = await load(db, 50, 40);

  expect(failures).toEqual([]);
  expect(await stored(db)).toEqual(acknowledged);
}, 30_000);

test('no acknowledged row is lost while another process holds the lock for 300 of every 500 ms', async () => {
  const file = here.path('app.db');
  const db = await openNumbers(file);
  const { child, firstLine } = await here.run('foreign-writer.ts', [file]);
  expect(firstLine.value).toBe('holding');

  const { failures, acknowledged } = await load(db, 30, 200);
  child.kill('SIGKILL');
  await child.exited;

  expect(failures).toEqual([]);
  expect(await stored(db)).toEqual(acknowledged);
}, 60_000);

test('timers keep firing during a series of writes', async () => {
  const db = await openNumbers(here.path('app.db'));
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  for (let n = 0; n < 200; n++) await db.write((tx) => tx.run(sql`insert into numbers values (${n}, 0)`));
  const ticksMeanwhile = ticks;
  clearInterval(timer);
  expect(ticksMeanwhile).toBeGreaterThan(0);
});

test('a write that does not get the lock in time fails with a message that says so', async () => {
  const busy = async () => {
    throw new QueryFailed('SQLITE_BUSY', 'a new transaction');
  };
  const outcome = retryWhileBusy(busy, performance.now() + 50);
  expect(outcome).rejects.toThrow(new DatabaseUnavailable('Another process keeps the database locked.'));
});

async function openNumbers(file: string): Promise<Database> {
  const db = await openDatabase({ url: `file:${file}` });
  await db.write((tx) => tx.run(sql`create table numbers (n integer primary key, seen integer not null)`));
  return db;
}

/** A typical transaction: a query, a turn of the event loop, an insert. */
async function add(db: Database, n: number): Promise<void> {
  await db.write(async (tx) => {
    const row = await tx.get<{ seen: number }>(sql`select count(*) as seen from numbers`);
    await new Promise((resolve) => setImmediate(resolve));
    await tx.run(sql`insert into numbers values (${n}, ${row.seen})`);
  });
}

async function stored(db: Database): Promise<number[]> {
  const rows = await db.read.all<{ n: number }>(sql`select n from numbers order by n`);
  return rows.map((row) => row.n);
}

/** Returns what failed, and the rows that were acknowledged. */
async function load(db: Database, workers: number, each: number) {
  const failures: string[] = [];
  const acknowledged: number[] = [];
  const work = async (worker: number) => {
    for (let n = worker * each; n < (worker + 1) * each; n += 1)
      await add(db, n).then(
        () => acknowledged.push(n),
        (error) => failures.push(String(error)),
      );
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { failures, acknowledged: acknowledged.sort((a, b) => a - b) };
}
