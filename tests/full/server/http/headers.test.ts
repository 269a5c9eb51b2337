/** The security headers on every response of a real production server (docs/product.md, "Security headers"). */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { pages } from '#domain/urls';
import { faultsIn, production, walkBadPaths, walkRoutes } from '#tests/server/http/header-faults';
import { startApp } from '#tests/support/app';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';

setDefaultTimeout(30_000);
let server: RunningServer;
let remove = async () => {};
beforeAll(async () => {
  const data = await dataFolder();
  remove = data.remove;
  server = await startServer(data.path, { RATE_LIMIT: 'off' });
}, 60_000);
afterAll(async () => {
  await server?.kill('SIGTERM');
  await remove();
});

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { redirect: 'manual', ...init });
  await response.bytes();
  return response;
}

test('every route and every bad path has all security headers', async () => {
  const { app } = await startApp({ env: production });
  const { found, seen } = await walkRoutes(app, ask);
  expect([...found, ...(await walkBadPaths(ask))]).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining([200, 303, 400, 401, 404, 422]));
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
      expect([response.status, ...faultsIn(path, response)]).toEqual([200]);
    }
  }
});
