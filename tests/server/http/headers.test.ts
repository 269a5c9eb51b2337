/** The security headers on every response of a real production server (docs/product.md, "Security headers"). */
// ASVS 1.3.2, 3.2.1, 3.4.2, 3.4.3, 3.4.5, 3.7.1, 4.1.1, 5.3.2
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { api, href, pages } from '#domain/urls';
import { styleSheet } from '#emails/parts/theme';
import { typedCaching } from '#server/http/headers';
import { hashOf } from '#server/pages/shared-page';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { startApp } from '#tests/support/app';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(30_000);
let server: RunningServer;
let remove = async () => {};
beforeAll(async () => {
  const data = await dataFolder();
  remove = data.remove;
  server = await startServer(data.path, { RATE_LIMIT: 'off', ADMIN_PASSWORD: 'geheim-genug-1' });
}, 60_000);
afterAll(async () => {
  await server?.kill('SIGTERM');
  await remove();
});

const production = { NODE_ENV: 'production', HOST: '127.0.0.1' };
const id = crypto.randomUUID();
const json = { 'content-type': 'application/json' };
/** Pages whose address gives access to data, or that lead to such a page: they send no referrer. */
const secretive =
  /^\/(application|backoffice|login|erinnerungen|rueckruf|fortsetzen|zugangslink|meine-daten|vertrag-widerrufen|status|bestaetigen|angebot)(\/|$)/;
const byToken =
  /^\/(vertrag-widerrufen|api\/withdrawals|angebot|api\/offers|status|api\/status|bestaetigen|api\/confirmations|erinnerungen|rueckruf|fortsetzen|zugangslink|meine-daten|api\/privacy|api\/privacy-requests)(\/|$)|^\/api\/applications\/[^/]+(\/(link|another-horse|prefill))?$/;
const ownAndMails = `'self' '${hashOf(styleSheet)}'`;
const usualReferrer = 'strict-origin-when-cross-origin';

/** Everything that is wrong with the headers of a response, one line each. */
function faults(
  path: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  secure = true,
): string[] {
  const value = (name: string) => headers.get(name) ?? '';
  const isPage = value('content-type').startsWith('text/html');
  const policy = new Map(
    value('content-security-policy')
      .split('; ')
      .map((one) => one.split(/ (.*)/s) as [string, string]),
  );
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? '';
  const previewsMails = status === 200 && /^\/(backoffice|login)(\/|$)/.test(path);
  const strictReferrer = isPage && status === 200 && secretive.test(path);
  // also its refusals, but not the 404 of a method that it does not have
  const referrers = byToken.test(path) ? ['no-referrer', usualReferrer] : [usualReferrer];
  const rules: [name: string, holds: boolean][] = [
    ['nosniff', value('x-content-type-options') === 'nosniff'],
    ['referrer', (strictReferrer ? ['no-referrer'] : referrers).includes(value('referrer-policy'))],
    ['permissions', /camera=\(\).*geolocation=\(\).*microphone=\(\)/.test(value('permissions-policy'))],
    ['opener', value('cross-origin-opener-policy') === 'same-origin'],
    ['frames', policy.get('frame-ancestors') === "'none'"],
    ['default', policy.get('default-src') === (isPage ? "'self'" : "'none'")],
    ['scripts', !/unsafe|\*|https?:|data:/.test(scripts)],
    ['nonce', !scripts.includes('nonce-') || /'nonce-[\w+/]{22}=='/.test(scripts)],
    ['styles', !isPage || policy.get('style-src') === (previewsMails ? ownAndMails : "'self'")],
    ['base', policy.get('base-uri') === "'none'"],
    ['forms', !isPage || policy.get('form-action') === "'self'"],
    ['objects', !isPage || policy.get('object-src') === "'none'"],
    ['HSTS', (value('strict-transport-security') === 'max-age=31536000') === secure],
    [
      'type',
      status === 304 ||
        !value('content-type').startsWith('text/') ||
        /; ?charset=utf-8$/i.test(value('content-type')),
    ],
    ['no other origin', !headers.has('access-control-allow-origin')],
    ['request id', /^[0-9a-f-]{36}$/.test(value('x-request-id'))],
    [
      'error not cached',
      status < 400 ||
        value('cache-control') === 'no-store' ||
        (isPage && value('cache-control') === typedCaching),
    ],
    ['maker', !headers.has('server') && !headers.has('x-powered-by')],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => `${status} ${path}: ${name}`);
}

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { redirect: 'manual', ...init });
  await response.bytes();
  return response;
}

test('every route has all security headers, for valid and invalid requests', async () => {
  const { app } = await startApp({ env: production });
  const found: string[] = [];
  const seen = new Set<number>();
  for (const route of app.routes) {
    const path = route.path
      .replace(':id', id)
      .replace(':bankCode', '37040044')
      .replace(':zipCode', '14193')
      .replace(/\*|:name/, 'nope');
    const methods = route.method === 'ALL' ? ['GET', 'POST', 'DELETE'] : [route.method, 'OPTIONS'];
    for (const method of methods) {
      const bodies = /GET|OPTIONS/.test(method) ? [undefined] : [undefined, '{}', '{'];
      for (const body of bodies) {
        const response = await ask(path, { method, body, headers: body ? json : {} });
        seen.add(response.status);
        found.push(...faults(path, response));
      }
    }
  }
  expect(found).toEqual([]);
  expect(app.routes.length).toBeGreaterThan(40);
  expect([...seen]).toEqual(expect.arrayContaining([200, 303, 400, 401, 404, 422]));
});

test.each([
  '/gibt-es-nicht',
  '/api',
  '/api/nope',
  '/api/%',
  '/%E0%A4%A',
  '/backoffice/settings',
  '/application/keine-kennung',
  '/assets/nope.js',
  '/assets/..%2F..%2Fpackage.json',
  '/static/..%2f..%2f..%2fpackage.json',
  '/?callback=ok&source=messe',
])('a bad path has all security headers: %p', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
    expect(faults(path, await ask(path, { method }))).toEqual([]);
  }
});

describe('the response has all security headers:', () => {
  const cases: [name: string, status: number, path: string, init: RequestInit][] = [
    [
      'a body that is too large',
      413,
      api.login,
      { method: 'POST', headers: json, body: 'x'.repeat(100_000) },
    ],
    ['a body of another type', 415, api.login, { method: 'POST', body: 'x' }],
    [
      'a request of another site',
      403,
      api.login,
      { method: 'POST', headers: { origin: 'https://evil.example' } },
    ],
    [
      'a form that is refused',
      422,
      api.callbackRequests,
      { method: 'POST', body: new URLSearchParams('name=') },
    ],
    ['a redirect', 303, pages.calculator, {}],
  ];
  test.each(cases)('%s', async (_, status, path, init) => {
    const response = await ask(path, init);
    expect([response.status, ...faults(path, response)]).toEqual([status]);
  });

  test('a resource that has not changed', async () => {
    for (const path of [pages.home, pages.imprint, api.tariffs]) {
      // the first visit fills the cache after its response
      let etag = '';
      await until(async () => {
        etag = (await ask(path)).headers.get('etag') ?? '';
        return etag !== '';
      });
      const response = await ask(path, { headers: { 'if-none-match': etag } });
      expect([response.status, ...faults(path, response)]).toEqual([304]);
    }
  });

  test('every file that a page loads, in each encoding', async () => {
    const html =
      (await (await fetch(server.url + pages.login)).text()) + (await (await fetch(server.url)).text());
    const files = new Set(
      Array.from(html.matchAll(/["'](\/(?:assets|static)\/[\w./-]+)["']/g), ([, path = '']) => path),
    );
    expect(files.size).toBeGreaterThan(3);
    for (const path of files) {
      for (const encoding of ['identity', 'br', 'gzip', 'zstd']) {
        const response = await ask(path, { headers: { 'accept-encoding': encoding } });
        expect([response.status, ...faults(path, response)]).toEqual([200]);
      }
    }
  });

  test('a PDF', async () => {
    const application = openApplication();
    await application.fill(server.url, applicantOfToday());
    await application.complete(server.url);
    const path = href(api.document, { id: application.id });
    const response = await ask(path, { headers: bearer(await tokenOf(server.url)) });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect([response.status, ...faults(path, response)]).toEqual([200]);
  });

  test('an error of the server, which reveals only its id', async () => {
    const { app, antje } = await openOffice({ env: production });
    await app.db.write((tx) => tx.run(sql`drop table audit_log`));
    const { status, headers, body } = await antje.ask('GET', api.auditLog);
    expect([status, ...faults(api.auditLog, { status, headers })]).toEqual([500]);
    expect(body).toEqual({ message: expect.stringContaining(headers.get('x-request-id') ?? '-') });
    expect(JSON.stringify(body)).not.toMatch(/audit|table|sql/i);
  });
});

test('development sends no HSTS header', async () => {
  const app = await startApp();
  expect(faults('/', await app.ask('GET', '/'), false)).toEqual([]);
});
