import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { retryWhileBusy } from '#db/driver/waiting';
import { openDatabase } from '#db/open';
import { scratch } from '#tests/db/support/processes';
import { until } from '#tests/support/until';

const here = scratch();
afterAll(() => here.remove());

test('of 50 workers × 40 transactions none fails, and every row is stored', async () => {
  const db = await openNumbers(here.path('app.db'));
  const { failures, acknowledged, report } = await load(db, 50, 40);
  console.log(`50 × 40 transactions: ${report}`);

  expect(failures).toEqual([]);
  expect(await stored(db)).toEqual(acknowledged);
  await db.close();
}, 30_000);

test('no acknowledged row is lost while another process holds the lock for 300 of every 500 ms', async () => {
  const file = here.path('app.db');
  const db = await openNumbers(file);
  const { child, lines, firstLine } = await here.run('foreign-writer.ts', [file]);
  expect(firstLine.value).toBe('holding');
  const holds = count(lines);

  const { failures, acknowledged, report } = await load(db, 30, 200);
  child.kill('SIGKILL');
  await child.exited;
  console.log(`30 × 200 transactions against ${await holds} foreign locks: ${report}`);

  expect(failures).toEqual([]);
  expect(await stored(db)).toEqual(acknowledged);
  await db.close();
}, 60_000);

test('while another process writes, reads continue and a write waits for its turn', async () => {
  const file = here.path('app.db');
  const db = await openNumbers(file);
  const { child, firstLine } = await here.run('foreign-writer.ts', [file, 'once']);
  expect(firstLine.value).toBe('holding');
  let done = false;
  const writing = add(db, 1).then(() => {
    done = true;
  });
  // longer than the 100 ms that SQLite itself waits, so that the driver has to try again
  const begun = performance.now();
  await until(async () => {
    expect([await stored(db), done]).toEqual([[], false]);
    return performance.now() - begun > 300;
  });
  child.stdin.end();
  await writing;
  expect(await stored(db)).toEqual([1]);
  await child.exited;
  await db.close();
}, 20_000);

test('timers keep firing during a series of writes', async () => {
  const db = await openNumbers(here.path('app.db'));
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  for (let n = 0; n < 200; n++) await db.write((tx) => tx.run(sql`insert into numbers values (${n}, 0)`));
  const ticksMeanwhile = ticks;
  clearInterval(timer);
  expect(ticksMeanwhile).toBeGreaterThan(0);
  await db.close();
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

async function load(db: Database, workers: number, each: number) {
  const failures: string[] = [];
  const acknowledged: number[] = [];
  const durations: number[] = [];
  const stall = watchEventLoop();
  const start = performance.now();
  const work = async (worker: number) => {
    for (let turn = 0; turn < each; turn++) {
      const n = worker * each + turn;
      const before = performance.now();
      try {
        await add(db, n);
        acknowledged.push(n);
      } catch (error) {
        failures.push(String(error));
      }
      durations.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  const seconds = (performance.now() - start) / 1000;
  durations.sort((a, b) => a - b);
  const p99 = durations[Math.floor(durations.length * 0.99)] ?? 0;
  const rate = Math.round(durations.length / seconds);
  return {
    failures,
    acknowledged: acknowledged.sort((a, b) => a - b),
    report: `${seconds.toFixed(1)} s, ${rate}/s, p99 ${p99.toFixed(0)} ms, longest stall ${stall().toFixed(0)} ms`,
  };
}

function watchEventLoop(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function count(lines: AsyncIterable<string>): Promise<number> {
  let total = 1;
  for await (const _ of lines) total++;
  return total;
}
