/** `GET /metrics`: who may read it, and what is counted. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { setApp, startApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
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

  test('with the time that they took', async () => {
    const app = await startApp({ env });
    await app.ask('GET', '/robots.txt');
    const labels = '{method="GET",route="/robots.txt",status="200"}';
    await until(async () => `http_request_duration_seconds_sum${labels}` in (await valuesOf(app)));
    expect((await valuesOf(app))[`http_request_duration_seconds_sum${labels}`]).toBeWithin(0, 60);
    const buckets = (await scrape(app))
      .split('\n')
      .filter((line) => line.includes('_bucket{') && line.includes('"/robots.txt"'));
    expect(buckets.at(-1)).toEndWith('le="+Inf",method="GET",route="/robots.txt",status="200"} 1');
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
