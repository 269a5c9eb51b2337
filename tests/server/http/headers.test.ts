/** The security headers on every response in production. The same on a real server: `tests/full/server/http`. */
// ASVS 1.3.2, 3.2.1, 3.4.2, 3.4.3, 3.4.5, 3.7.1, 4.1.1, 5.3.2
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { api, href, pages } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { setApp, startApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { until } from '#tests/support/until';
import { faultsIn, json, production, walkBadPaths, walkRoutes } from './header-faults';

const app = setApp({ env: production });

async function ask(path: string, init: RequestInit = {}) {
  const response = await app.app.handle(new Request(`http://localhost${path}`, init));
  await response.bytes();
  return response;
}

test('every route has all security headers, for valid and invalid requests', async () => {
  const { found, seen } = await walkRoutes(app.app, ask);
  expect(found).toEqual([]);
  expect(app.app.routes.length).toBeGreaterThan(40);
  expect(seen).toEqual(expect.arrayContaining([200, 303, 400, 401, 404, 422]));
});

test('a bad path has all security headers', async () => {
  expect(await walkBadPaths(ask)).toEqual([]);
});

const large = { headers: json, body: 'x'.repeat(100_000) };
const cases: [name: string, status: number, path: string, sent: RequestInit | null][] = [
  ['a body that is too large', 413, api.login, large],
  ['a body of another type', 415, api.login, { body: 'x' }],
  ['a request of another site', 403, api.login, { headers: { origin: 'https://evil.example' } }],
  ['a form that is refused', 422, api.callbackRequests, { body: new URLSearchParams('name=') }],
  ['a redirect', 303, pages.calculator, null],
];

test.each(cases)('the response has all security headers: %s', async (_, status, path, sent) => {
  const response = await ask(path, sent ? { method: 'POST', ...sent } : {});
  expect([response.status, ...faultsIn(path, response)]).toEqual([status]);
});

test('the response has all security headers: a resource that has not changed', async () => {
  for (const path of [pages.home, pages.imprint, api.tariffs]) {
    // the first visit fills the cache after its response
    let etag = '';
    await until(async () => {
      etag = (await ask(path)).headers.get('etag') ?? '';
      return etag !== '';
    });
    const response = await ask(path, { headers: { 'if-none-match': etag } });
    expect([response.status, ...faultsIn(path, response)]).toEqual([304]);
  }
});

test('the response has all security headers: a PDF', async () => {
  const { app, lukas } = await openOffice({ env: production });
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  await visitor.complete();
  const path = href(api.document, { id: visitor.id });
  const headers = { authorization: `Bearer ${lukas.token}` };
  const response = await app.ask('GET', path, { headers });
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect([response.status, ...faultsIn(path, response)]).toEqual([200]);
});

test('the response has all security headers: an error of the server, which reveals only its id', async () => {
  const { app, antje } = await openOffice({ env: production });
  await app.db.write((tx) => tx.run(sql`drop table audit_log`));
  const { status, headers, body } = await antje.ask('GET', api.auditLog);
  expect([status, ...faultsIn(api.auditLog, { status, headers })]).toEqual([500]);
  expect(body).toEqual({ message: expect.stringContaining(headers.get('x-request-id') ?? '-') });
  expect(JSON.stringify(body)).not.toMatch(/audit|table|sql/i);
});

test('development sends no HSTS header', async () => {
  const app = await startApp();
  expect(faultsIn('/', await app.ask('GET', '/'), false)).toEqual([]);
});
