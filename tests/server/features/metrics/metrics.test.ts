/** `GET /metrics`: who may read it, what is counted, and what is told of database, jobs and event loop. */
import { afterAll, describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { createJob } from '#server/jobs/job';
import { freeze, scratch } from '#tests/db/support/processes';
import { setApp, startApp } from '#tests/support/app';
import { createVisitor, johanna, kim, matthias } from '#tests/support/people';
import { root } from '#tests/support/server';
import { administrator } from '#tests/support/staff';
import { until } from '#tests/support/until';
import { bearer, requestsOf, scrape, token, valuesOf } from './values';

const env = { METRICS_TOKEN: token, RATE_LIMIT: 'on' };

describe('the page of the values', () => {
  const app = setApp({ env });

  test.each([
    ['no token', {}, '/metrics'],
    ['another token', { authorization: 'Bearer a-token-of-somebody-else' }, '/metrics'],
    ['a part of the token', { authorization: `Bearer ${token.slice(0, -1)}` }, '/metrics'],
    ['the token and more', { authorization: `Bearer ${token}x` }, '/metrics'],
    ['the token without its scheme', { authorization: token }, '/metrics'],
    ['the token in the address only', {}, `/metrics?token=${token}`],
  ])('tells nothing to a caller with %s', async (_, headers, path) => {
    const response = await app.ask('GET', path, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).toBe('');
  });

  test('is in the text format of Prometheus and never cached', async () => {
    const response = await app.ask('GET', '/metrics', { headers: bearer });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const lines = (await response.text()).split('\n').filter(Boolean);
    const sample = /^sattelfest_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?[\d.e+-]+|\+Inf)$/;
    expect(lines.filter((line) => !/^# (HELP|TYPE) sattelfest_/.test(line) && !sample.test(line))).toEqual(
      [],
    );
  });

  test('has only values of which the operator can read when to act', async () => {
    const names = Array.from(
      (await scrape(app)).matchAll(/^# TYPE sattelfest_(\w+)/gm),
      ([, name = '']) => name,
    );
    const table = await Bun.file(join(root, 'docs/operations.md')).text();
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
  });

  test('is named to no search engine and not in the documentation of the API', async () => {
    for (const path of ['/robots.txt', '/sitemap.xml', '/api/docs/json'])
      expect(await (await app.ask('GET', path)).text()).not.toContain('metrics');
  });

  // ASVS 13.4.5
  test('does not exist without METRICS_TOKEN', async () => {
    const without = await startApp();
    for (const method of ['GET', 'HEAD', 'POST']) {
      const [page, unknown] = await Promise.all(
        ['/metrics', '/unknown'].map((path) => without.ask(method, path, { headers: bearer })),
      );
      expect(page?.status).toBe(404);
      const namesOf = (response?: Response) => [...(response?.headers.keys() ?? [])];
      expect(namesOf(page)).toEqual(namesOf(unknown));
      expect(await page?.text()).toBe((await unknown?.text()) ?? '');
    }
  });
});

describe('requests are counted', () => {
  test('by pattern, and no value names a path, an id or a person', async () => {
    const app = await startApp({ env });
    const id = 'ca9a21e0-0000-4000-8000-0000000ca9a2';
    const canaries = ['kanarienvogel', id];
    const visitor = createVisitor(app, id);
    await visitor.save('horse-data', { ...johanna['horse-data'], horseName: 'Kanarienvogel' });
    for (const path of [
      `/application/${id}`,
      '/status/kanarienvogel',
      '/kanarienvogel',
      `/kanarienvogel/${id}?kanarienvogel=${id}`,
      `/api/kanarienvogel/${id}`,
      '/assets/kanarienvogel.js',
      `/api/applications/${id}/kanarienvogel`,
      '/%6banarienvogel',
    ])
      await app.ask('GET', path);
    await app.ask('POST', '/api/auth/login', { body: { username: 'kanarienvogel', password: 'geheim-1' } });
    await app.app.handle(new Request('http://localhost/', { headers: { host: 'kanarien vogel' } }));
    await app.app.handle(new Request('http://localhost/', { method: 'PROPFIND' }));
    await until(async () => (await requestsOf(app))['other none 404'] === 1);
    expect(await requestsOf(app)).toMatchObject({
      'POST /api/applications/:id/horse-data 201': 1,
      'GET /application/:id 200': 1,
      'GET /status/:token 404': 1,
      'GET /assets/:name 404': 1,
      'GET none 404': 5,
      'GET none 400': 1,
      'POST /api/auth/login 401': 1,
    });
    const text = (await scrape(app)).toLowerCase();
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });

  test('also when they are answered from the cache, or refused before their route is known', async () => {
    const app = await startApp({ env });
    await (await app.ask('GET', '/impressum')).text();
    await until(async () => {
      await app.ask('GET', '/impressum');
      return ((await requestsOf(app))['GET /impressum 200'] ?? 0) > 5;
    });
    await app.ask('POST', '/api/callback-requests', {
      body: {},
      headers: { origin: 'https://evil.example' },
    });
    await until(async () => (await requestsOf(app))['POST none 403'] === 1);
  });
});

describe('refusals are counted', () => {
  test('of sign-ins, but neither right ones nor unreadable ones', async () => {
    const app = await startApp({ env });
    await app.signIn();
    expect(await valuesOf(app)).toMatchObject({ sign_ins_refused_total: 0 });
    for (const body of [
      { ...administrator, password: 'geheim-genug-2' },
      { ...administrator, username: 'x' },
    ])
      expect((await app.ask('POST', '/api/auth/login', { body })).status).toBe(401);
    await app.ask('POST', '/api/auth/login', { raw: '{' });
    expect(await valuesOf(app)).toMatchObject({ sign_ins_refused_total: 2 });
  });
});

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
