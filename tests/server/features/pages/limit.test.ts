/** The limit of pages. Each application counts in memory, also on a shared database. */
import { describe, expect, test } from 'bun:test';
import { rateLimits } from '#db/schema';
import { href, pages, staffPages } from '#domain/urls';
import { scratch } from '#tests/db/support/processes';
import { setApp, startApp, type TestApp } from '#tests/support/app';

const limit = 300;
const env = { RATE_LIMIT: 'on', TRUST_PROXY: 'true' };
const id = crypto.randomUUID();
let addresses = 0;
/** The header of an address that no other test uses. */
const newcomer = () => ({ 'x-forwarded-for': `2001:db8:${(addresses++).toString(16)}::1` });

const view = (app: TestApp, path: string, headers: Record<string, string>, method = 'GET') =>
  app.ask(method, path, { headers });

async function spend(app: TestApp, headers: Record<string, string>, count = limit) {
  for (let done = 0; done < count; done += 1)
    expect((await view(app, pages.imprint, headers)).status).toBe(200);
}

describe('more than 300 pages a minute', () => {
  const app = setApp({ env });

  test('are refused with a small page in German that says when to come back', async () => {
    const visitor = newcomer();
    await spend(app, visitor);
    const response = await view(app, pages.imprint, visitor);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 61);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const html = await response.text();
    expect(html).toStartWith('<!DOCTYPE html><html lang="de">');
    expect(html).toContain('Bitte warten Sie eine Minute');
    expect(html).not.toContain('<script');
    expect(html.length).toBeLessThan(2_000);
    app.clock.now += Number(response.headers.get('retry-after')) * 1000;
    expect((await view(app, pages.imprint, visitor)).status).toBe(200);
  });

  test('of any kind count together', async () => {
    const visitor = newcomer();
    const kinds = [
      pages.home,
      `${pages.home}?source=messe`,
      pages.privacy,
      href(pages.application, { id }),
      pages.calculator,
      ...Object.values(staffPages).map((path) => path.replace(':id', id)),
      href(pages.status, { token: 'x' }),
      pages.ownData,
      '/gibt-es-nicht',
      '/assetsnicht',
      '/health/nicht',
    ];
    for (const path of kinds) expect((await view(app, path, visitor)).status).not.toBe(429);
    await spend(app, visitor, limit - kinds.length - 1);
    expect((await view(app, pages.home, visitor, 'HEAD')).status).toBe(200);
    const statuses = await Promise.all(kinds.map(async (path) => (await view(app, path, visitor)).status));
    expect(statuses).toEqual(kinds.map(() => 429));
    expect((await view(app, pages.home, visitor, 'HEAD')).status).toBe(429);
  });

  test('do not keep a visitor from files and calls, and these do not count', async () => {
    const visitor = newcomer();
    const others = [
      '/robots.txt',
      '/sitemap.xml',
      '/static/favicon.svg',
      '/health',
      '/ready',
      '/api/tariffs',
    ];
    for (let round = 0; round < 60; round += 1)
      for (const path of others) expect((await view(app, path, visitor)).status).toBe(200);
    await spend(app, visitor);
    expect((await view(app, pages.home, visitor)).status).toBe(429);
    for (const path of others) expect((await view(app, path, visitor)).status).toBe(200);
  });

  test('of one visitor do not count for another one', async () => {
    const visitor = newcomer();
    await spend(app, visitor);
    expect((await view(app, pages.imprint, visitor)).status).toBe(429);
    expect((await view(app, pages.imprint, newcomer())).status).toBe(200);
  });
});

test.each(['/assets/gibt-es-nicht.js', '/static/gibt-es-nicht.png'])(
  'a missing file is no page, so it needs none: %s',
  async (path) => {
    const app = await startApp({ env });
    const response = await view(app, path, newcomer());
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toStartWith('application/json');
  },
);

test('pages have no limit if RATE_LIMIT is off', async () => {
  const app = await startApp();
  await spend(app, newcomer(), limit + 50);
});

test('a view costs no statement on a shared database', async () => {
  const here = scratch();
  try {
    const sqld = await here.startSqld();
    const secrets = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32).toString('base64') };
    const app = await startApp({ env: { ...env, DATABASE_URL: sqld.url, ...secrets } });
    const visitor = newcomer();
    await spend(app, visitor);
    expect((await view(app, pages.imprint, visitor)).status).toBe(429);
    expect(await app.db.read.select().from(rateLimits)).toEqual([]);
  } finally {
    await here.remove();
  }
});

test('refused pages are counted by their limit', async () => {
  const app = await startApp({ env: { ...env, METRICS_TOKEN: 'a-token-of-the-collector' } });
  const visitor = newcomer();
  await spend(app, visitor);
  for (let count = 0; count < 4; count += 1) await view(app, pages.home, visitor);
  const headers = { authorization: 'Bearer a-token-of-the-collector' };
  const values = await (await app.ask('GET', '/metrics', { headers })).text();
  expect(values).toContain('\nsattelfest_limit_refusals_total{limit="page"} 4\n');
  expect(values).toContain('_count{method="GET",route="none",status="429"} 4\n');
});
