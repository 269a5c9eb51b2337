/** The limits of pages and of calls that only read. Each application counts in memory, also on a shared database. */
// ASVS 2.1.3, 2.3.2, 2.4.1
import { beforeAll, describe, expect, test } from 'bun:test';
import { rateLimits } from '#db/schema/system';
import { api, href, pages, staffPages } from '#domain/urls';
import { indexed } from '#server/features/pages/routes';
import { roleOf } from '#server/http/access';
import { fromMemory } from '#server/http/limits/read-limits';
import { scratch } from '#tests/db/support/processes';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { startNameServer } from '#tests/support/dns';
import { until } from '#tests/support/until';

const limit = 300;
/** A page that is rendered for each visitor, and quickly. */
const rendered = pages.linkSent;
const collector = 'a-token-of-the-collector';
const env = { RATE_LIMIT: 'on', TRUST_PROXY: 'true', METRICS_TOKEN: collector };
const id = crypto.randomUUID();
let addresses = 0;
/** The header of an address that no other test uses. */
const newcomer = () => ({ 'x-forwarded-for': `2001:db8:${(addresses++).toString(16)}::1` });

const view = (app: TestApp, path: string, headers: Record<string, string>, method = 'GET') =>
  app.ask(method, path, { headers });

const kept = [
  ...indexed,
  pages.initialInformation,
  pages.wizard,
  pages.calculator,
  ...Object.values(staffPages).map((path) => path.replace(':id', id)),
  api.documents,
  href(api.bank, { bankCode: '10000000' }),
  href(api.places, { zipCode: '14193' }),
];
const others = ['/robots.txt', '/sitemap.xml', '/static/favicon.svg', '/health', '/ready', '/api/tariffs'];

async function spend(app: TestApp, headers: Record<string, string>, count = limit) {
  for (let done = 0; done < count; done += 1) expect((await view(app, rendered, headers)).status).toBe(200);
}

describe('more than 300 pages a minute', () => {
  const app = setApp({ env });
  const spent = newcomer();
  beforeAll(async () => {
    for (const path of kept) await (await view(app, path, newcomer())).text();
    await spend(app, spent);
  });

  test('are refused with a small page in German that says when to come back', async () => {
    const response = await view(app, rendered, spent);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const html = await response.text();
    expect(html).toStartWith('<!DOCTYPE html><html lang="de">');
    expect(html).toContain('Bitte warten Sie eine Minute');
    expect(html).not.toContain('<script');
    expect(html.length).toBeLessThan(2_000);
  });

  test('of one visitor do not count for another one', async () => {
    expect((await view(app, rendered, spent)).status).toBe(429);
    expect((await view(app, rendered, newcomer())).status).toBe(200);
  });

  test('do not keep a visitor from what is answered from memory', async () => {
    const answers = await Promise.all(kept.map((path) => view(app, path, spent)));
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
  });

  test('do not keep a visitor from files and calls', async () => {
    for (const path of others) expect([path, (await view(app, path, spent)).status]).toEqual([path, 200]);
  });

  test('of any kind count together; files, calls and what is answered from memory do not count', async () => {
    const visitor = newcomer();
    for (const path of [...kept, ...others]) await (await view(app, path, visitor)).text();
    const kinds = [
      `${pages.home}?source=messe`,
      href(pages.application, { id }),
      href(pages.status, { token: 'x' }),
      href(pages.resume, { token: 'x' }),
      href(pages.stopReminders, { token: 'x' }),
      href(pages.stopCalls, { token: 'x' }),
      href(pages.withdrawalReceipt, { token: 'x' }),
      pages.withdrawal,
      pages.ownData,
      '/gibt-es-nicht',
      '/assetsnicht',
      '/health/nicht',
      // so that nobody can try many tokens
      '/metrics',
      href(pages.documentFile, { kind: 'avb', file: `${'0'.repeat(64)}.pdf` }),
    ];
    for (const path of kinds) expect([path, (await view(app, path, visitor)).status]).not.toContain(429);
    await spend(app, visitor, limit - kinds.length - 1);
    expect((await view(app, rendered, visitor, 'HEAD')).status).toBe(200);
    for (const path of kinds) expect([path, (await view(app, path, visitor)).status]).toEqual([path, 429]);
    expect((await view(app, rendered, visitor, 'HEAD')).status).toBe(429);
  });

  test('are counted by their limit, and possible again after a minute', async () => {
    const headers = { authorization: `Bearer ${collector}` };
    const values = async () => await (await app.ask('GET', '/metrics', { headers })).text();
    const refused = async () =>
      Number(/limit_refusals_total\{limit="page"\} (\d+)/.exec(await values())?.[1]);
    const before = await refused();
    for (let count = 0; count < 4; count += 1) await view(app, rendered, spent);
    expect(await refused()).toBe(before + 4);
    // a request is recorded after its response
    const recorded = /_count\{method="GET",route="\/zugangslink",status="429"\} \d+\n/;
    await until(async () => recorded.test(await values()));
    app.clock.now += 60_000;
    expect((await view(app, rendered, spent)).status).toBe(200);
  });
});

test('what counts nowhere asks nobody', async () => {
  const names = await startNameServer();
  const app = await startApp({ env: { ...env, DNS_SERVERS: names.address } });
  for (const route of fromMemory) await view(app, route.replace(/:\w+/g, 'stall.example'), newcomer());
  expect(names.asked).toEqual([]);
  // that it would be seen
  await view(app, href(api.emailDomain, { domain: 'stall.example' }), newcomer());
  expect(names.asked).toContain('MX stall.example');
});

describe('calls that ask the database', () => {
  const app = setApp({ env });
  const reads = 600;
  const status = async (path: string, headers: Record<string, string>) =>
    (await view(app, path.replace(/:\w+/g, id), headers)).status;

  test('are answered 600 times a minute, of all kinds together', async () => {
    const visitor = newcomer();
    const kinds = app.app.routes
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
      .filter((route) => !roleOf(route) && !fromMemory.has(route.path))
      .map(({ path }) => path)
      // these are for developers, or sign the caller in first
      .filter((path) => !path.startsWith('/api/docs'));
    expect(kinds).toContain(api.application);
    expect(kinds).toContain(api.tariffs);
    expect(kinds).toContain(api.status);
    expect(kinds).toContain(api.prefill);
    for (const path of kinds) expect([path, await status(path, visitor)]).not.toContain(429);
    for (let done = kinds.length; done < reads; done += 1) await status(api.application, visitor);
    for (const path of kinds) expect([path, await status(path, visitor)]).toEqual([path, 429]);
    const refused = await view(app, href(api.application, { id }), visitor);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
    expect(await refused.json()).toEqual({ message: expect.stringContaining('Zu viele Anfragen') });
    // what costs nothing, and others
    expect(await status(api.documents, visitor)).toBe(200);
    expect((await view(app, pages.home, visitor)).status).toBe(200);
    expect(await status(api.application, newcomer())).toBe(404);
  });

  test('of staff count by account', async () => {
    const staff = { ...(await app.signIn()), ...newcomer() };
    for (let done = 0; done <= reads; done += 1) await status(api.application, staff);
    expect((await view(app, api.currentUser, staff)).status).toBe(200);
    expect((await view(app, api.dashboard, staff)).status).toBe(200);
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

test('a view costs no statement on a shared database', async () => {
  const here = scratch();
  try {
    const sqld = await here.startSqld();
    const secrets = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32).toString('base64') };
    const app = await startApp({ env: { ...env, DATABASE_URL: sqld.url, ...secrets } });
    const visitor = newcomer();
    await spend(app, visitor);
    expect((await view(app, rendered, visitor)).status).toBe(429);
    expect(await app.db.read.select().from(rateLimits)).toEqual([]);
  } finally {
    await here.remove();
  }
});
