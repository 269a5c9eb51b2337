/** Public pages: accessibility, what moves, what is loaded, and paths that leave their folder. For 320 px see narrow.test.ts. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { indexed } from '#server/features/pages/routes';
import { axeViolations, desktop, openPage, phone } from '#tests/support/browser';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test(`axe finds no violations on any public page at ${phone.width} px, nor in its menu`, async () => {
  const found: string[] = [];
  await onPage(stage, phone, async ({ page }) => {
    const look = async (place: string) => {
      found.push(...(await axeViolations(page)).map((one) => `${place}: ${one}`));
      if ((await overflow(page)) > 0) found.push(`${place} scrolls sideways`);
    };
    for (const path of [...indexed, '/gibt-es-nicht']) {
      await page.goto(stage.server.url + path);
      await look(path);
    }
    await page.locator('header summary').click();
    await page.getByRole('navigation', { name: 'Menü' }).waitFor();
    await look('menu');
  });
  expect(found).toEqual([]);
});

/** The site, whose page `/?slowly` pauses before each of `stops` until `goOn`. */
function pausingSite(stops: string[]) {
  const paused: (() => void)[] = [];
  const slowly = new ReadableStream<string>({
    async start(page) {
      let rest = await (await fetch(stage.server.url)).text();
      for (const stop of stops) {
        const [before = ''] = rest.split(stop, 1);
        page.enqueue(before);
        await new Promise<void>((resolve) => paused.push(resolve));
        rest = rest.slice(before.length);
      }
      page.enqueue(rest);
      page.close();
    },
  });
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url, headers }) {
      const { pathname, search } = new URL(url);
      if (search === '?slowly') return new Response(slowly, { headers: html });
      return fetch(stage.server.url + pathname + search, { headers, decompress: false });
    },
  });
  return { server, url: server.url.origin, goOn: () => paused.shift()?.() };
}

const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

test.each([desktop, phone])(
  'nothing on the landing page moves while it arrives and is hydrated at $width px',
  async (viewport) => {
    const stops = [
      '<nav',
      'Schadensbeispiele',
      '<details',
      '<h1',
      '<ul class="mt-8',
      '<svg viewBox="0 0 900',
    ];
    const { server, url, goOn } = pausingSite(stops);
    await using _ = { [Symbol.asyncDispose]: () => server.stop(true) };
    await onCleanPage(stage, viewport, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('button', { name: 'Alle ablehnen' }).click();
      // with the fonts in the cache: one that loads late would replace another one and move the text
      await page.evaluate(async () => void (await document.fonts.ready));
      await page.goto(`${url}/?slowly`, { waitUntil: 'commit' });
      for (const _ of stops) {
        await twoFrames(page);
        goOn();
      }
      for (const island of ['tariffs', 'callback']) {
        await page.locator(`[data-island=${island}]`).scrollIntoViewIfNeeded();
        await page.waitForFunction(
          (name) =>
            Object.keys(document.querySelector(`[data-island=${name}]`) ?? {}).some((key) =>
              key.startsWith('__react'),
            ),
          island,
        );
      }
      const shifts = await page.evaluate(
        () =>
          new Promise<number[]>((resolve) => {
            const found: number[] = [];
            const observer = new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) found.push(Number(Reflect.get(entry, 'value')));
            });
            observer.observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
            // no frame may come any more
            setTimeout(() => resolve(found), 2_000);
          }),
      );
      // an icon may move by a few pixels, where the parser paused at it
      expect(shifts.filter((one) => one > 0.001)).toEqual([]);
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll('main *, footer *')]
          .filter((one) => one.checkVisibility() && !one.closest('svg, .sr-only'))
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
          .map((one) => one.outerHTML.slice(0, 100)),
      );
      expect(beyond).toEqual([]);
    });
  },
);

test('the landing page loads at most 3 KB of script and 120 KB in all, from its own server', async () => {
  const { page, context } = await openPage(stage.browser, desktop);
  const sizes: { type: string; size: Promise<number>; url: string }[] = [];
  page.on('requestfinished', (request) => {
    const size = request.sizes().then((one) => one.responseBodySize);
    sizes.push({ type: request.resourceType(), size, url: request.url() });
  });
  await page.goto(stage.server.url);
  await page.getByRole('button', { name: 'Alle ablehnen' }).waitFor();
  const total = async (kind: (type: string) => boolean) => {
    const wanted = await Promise.all(sizes.filter(({ type }) => kind(type)).map(({ size }) => size));
    return wanted.reduce((sum, size) => sum + size, 0);
  };
  const [script, all] = [await total((type) => type === 'script'), await total(() => true)];
  console.log(`landing page: ${script} bytes of script, ${all} bytes in all`);
  expect(script).toBeLessThanOrEqual(3 * 1024);
  expect(all).toBeLessThanOrEqual(120 * 1024);
  expect(sizes.every(({ url }) => url.startsWith(stage.server.url))).toBe(true);
  await context.close();
});

test('the login loads at most 155 KB of script, and the screens while somebody signs in', async () => {
  const { page, context, problems } = await openPage(stage.browser, phone);
  const scripts: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(stage.server.url + pages.login);
  await page.getByRole('heading', { name: 'Backoffice Anmeldung' }).waitFor();
  const [size, ...others] = await Promise.all(scripts);
  console.log(`login: ${size} bytes of script`);
  // a ceiling that may only fall
  expect(size).toBeLessThanOrEqual(155 * 1024);
  expect(others).toEqual([]);
  const screens = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'script');
  await page.getByLabel('Benutzername').focus();
  expect((await (await screens).sizes()).responseBodySize).toBeGreaterThan(50_000);
  await context.close();
  expect(problems).toEqual([]);
});

test.each([
  '/assets/../../package.json',
  '/static/../../../package.json',
  '/static/..%2f..%2f..%2fpackage.json',
])('a path that leaves its folder gets 404: %s', async (path) => {
  const { hostname, port } = new URL(stage.server.url);
  // a browser would normalise it
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toStartWith('HTTP/1.1 404');
  expect(answer).not.toContain('"name": "sattelfest"');
});
