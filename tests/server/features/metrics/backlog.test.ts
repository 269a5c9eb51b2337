/** `GET /metrics`: the database, the jobs and the event loop. */
import { afterAll, describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { createJob } from '#server/jobs/job';
import { freeze, scratch } from '#tests/db/support/processes';
import { startApp } from '#tests/support/app';
import { createVisitor, johanna, kim, matthias } from '#tests/support/people';
import { until } from '#tests/support/until';
import { token, valuesOf } from './values';

const env = { METRICS_TOKEN: token };
const cacheMs = 5_000;
const here = scratch();
afterAll(() => here.remove());

describe('what waits in the database', () => {
  test('is read: mails, cases and the size of the files', async () => {
    const app = await startApp({ env });
    for (const person of [johanna, kim, matthias]) {
      const visitor = createVisitor(app);
      await visitor.fill(person);
      expect((await visitor.complete()).status).toBe(200);
    }
    const [late, done] = await app.db.read.select().from(cases);
    const mails = await app.db.read.select().from(outbox);
    await app.db.write(async (tx) => {
      await tx
        .update(cases)
        .set({ followUpOn: '2026-11-19' })
        .where(eq(cases.number, late?.number ?? 0));
      await tx
        .update(cases)
        .set({ followUpOn: null })
        .where(eq(cases.number, done?.number ?? 0));
      const failed = { status: 'failed', attemptedAt: app.clock.now } as const;
      await tx
        .update(outbox)
        .set(failed)
        .where(eq(outbox.id, mails[0]?.id ?? ''));
    });
    app.clock.now += 90_000;
    const file = join(app.folder, 'app.db');
    expect(await valuesOf(app)).toMatchObject({
      database_up: 1,
      mail_oldest_waiting_seconds: 90,
      mails_failed: 1,
      cases_open: 2,
      cases_overdue: 1,
      database_size_bytes: statSync(file).size,
      database_wal_size_bytes: statSync(`${file}-wal`).size,
    });
  });

  test('is read once in five seconds, however often somebody scrapes', async () => {
    const app = await startApp({ env });
    const oldest = async () => (await valuesOf(app)).mail_oldest_waiting_seconds;
    expect(await oldest()).toBe(0);
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    app.clock.now += cacheMs - 1;
    expect(await oldest()).toBe(0);
    app.clock.now += 1;
    expect(await oldest()).toBe(5);
    // a clock that was set back
    app.clock.ahead -= 3_600_000;
    app.clock.now += cacheMs;
    expect(await oldest()).toBe(0);
  });

  test('is left out while the database server does not respond; the rest is still there', async () => {
    const sqld = await here.startSqld();
    const secrets = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32).toString('base64') };
    const app = await startApp({ env: { METRICS_TOKEN: token, DATABASE_URL: sqld.url, ...secrets } });
    const gauges = ['mail_oldest_waiting_seconds', 'mails_failed', 'cases_open', 'cases_overdue'];
    const ofDatabase = async () => {
      app.clock.now += cacheMs;
      const values = Object.keys(await valuesOf(app));
      return values.filter((name) => /^(database|mail|cases)/.test(name));
    };
    const present = (await ofDatabase()).toSorted();
    // a server has no file here
    expect(present).toEqual([...gauges, 'database_up'].toSorted());
    await freeze(sqld.child);
    expect(await ofDatabase()).toEqual(['database_up']);
    expect(await valuesOf(app)).toMatchObject({ database_up: 0, sign_ins_refused_total: 0 });
    sqld.child.kill('SIGCONT');
    await until(async () => (await ofDatabase()).length === present.length);
    expect(await valuesOf(app)).toMatchObject({ database_up: 1 });
  });
});

test('the end of the last run of a job is told, and whether it failed', async () => {
  const app = await startApp({ env });
  const started = Math.floor(Date.now() / 1000);
  const runs = [() => Promise.resolve(), () => Promise.reject(new Error('broken'))];
  for (const [index, work] of runs.entries()) {
    const job = createJob(app.context, ['well', 'badly'][index] ?? '', 60_000, work);
    job.start();
    await job.stop();
  }
  const ends = Object.entries(await valuesOf(app)).filter(([name]) => name.startsWith('job_'));
  expect(ends.map(([name]) => name)).toEqual([
    'job_last_run_timestamp_seconds{job="well",result="ok"}',
    'job_last_run_timestamp_seconds{job="badly",result="failed"}',
  ]);
  for (const [, end] of ends) expect(end).toBeWithin(started, started + 60);
});

test('the longest stall of the event loop is told', async () => {
  const app = await startApp({ env });
  const blockMs = 250;
  // the monitor looks every few milliseconds; it has to begin before and to look once after
  await until(async () => {
    const end = performance.now() + blockMs;
    while (performance.now() < end);
    await Bun.sleep(20);
    const values = await valuesOf(app);
    return (values['event_loop_delay_seconds{quantile="1"}'] ?? 0) > (blockMs - 50) / 1000;
  });
  const values = await valuesOf(app);
  expect(values).toHaveProperty(['event_loop_delay_seconds{quantile="0.5"}']);
  expect(values).toHaveProperty(['event_loop_delay_seconds{quantile="0.99"}']);
});
