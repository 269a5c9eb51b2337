/** The page of the wizard: splash, addresses, headers and size. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, openPage, phone } from '#tests/support/browser';
import { atStep, control, openAt, openWizard } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const splash = 'Ihre Versicherung wird geladen...';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ask = (path: string) => fetch(stage.server.url + path, { redirect: 'manual' });
const fresh = () => href(pages.application, { id: crypto.randomUUID() });

test('the splash comes first in the body', async () => {
  const html = await (await ask(fresh())).text();
  expect(html).toContain(splash);
  const before = html.slice(html.indexOf('<body'), html.indexOf(splash));
  // the only text before it is the brand
  expect(before.replace(/<[^>]*>/g, '').trim()).toBe('Sattelfest');
  expect(before).toMatch(/<progress[^>]*value="66"/);
});

/** Opens a wizard and holds its script until the returned function is called. */
async function withoutScript(page: Page): Promise<() => void> {
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(stage.server.url + fresh(), { waitUntil: 'commit' });
  await page.getByText(splash).waitFor();
  await page.locator('[name=horseName]').waitFor();
  // visible before the style sheet is there, too
  await page.locator('link[rel=stylesheet]').evaluate(async (link: HTMLLinkElement) => {
    if (!link.sheet) await new Promise((loaded) => link.addEventListener('load', loaded));
  });
  return () => script.resolve();
}

test('axe finds no violations on the splash', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const letThrough = await withoutScript(page);
    expect(await axeViolations(page)).toEqual([]);
    letThrough();
    await atStep(page, 1);
  });
});

test('the splash blocks typing until the wizard is hydrated', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const letThrough = await withoutScript(page);
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      await page.keyboard.type('Fury');
    }
    expect(await page.locator('[name=horseName]').inputValue()).toBe('');
    letThrough();
    await atStep(page, 1);
    await control(page, 'Name des Pferdes').click();
    await page.keyboard.type('Fury');
    expect(await control(page, 'Name des Pferdes').inputValue()).toBe('Fury');
  });
});

test('without JavaScript the wizard says that it needs JavaScript', async () => {
  for (const viewport of [desktop, phone]) {
    const context = await stage.browser.newContext({ javaScriptEnabled: false, viewport });
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/calculator`);
    expect(page.url().split('/').at(-1)).toMatch(uuid);
    const sentence = page.locator('noscript p');
    expect(await sentence.textContent()).toContain('JavaScript');
    // visible, with nothing above it
    const seen = await sentence.boundingBox();
    expect(seen && seen.y > 0 && seen.y + seen.height < viewport.height).toBe(true);
    await sentence.click();
    await context.close();
  }
});

test('an address without an id is replaced by one with a random id', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    await page.goto(`${url}/impressum`);
    const ids = [await openWizard(page, url)];
    await page.goBack();
    await page.waitForURL(`${url}/impressum`);
    ids.push(await openWizard(page, url));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(uuid);
    expect((await page.request.get(`${url}/api/applications/${ids[1]}`)).status()).toBe(404);
  });
});

test('the page says that it loads while a new application is looked up', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/applications\/[\w-]{36}$/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`${stage.server.url}/application`);
    await page.getByText('Laden...', { exact: true }).waitFor();
    answer.resolve();
    await atStep(page, 1);
    expect(await page.getByText('Laden...').count()).toBe(0);
  });
});

test('every click on the calculate button starts a new application', async () => {
  const ids: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const response = await ask('/calculator');
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const location = response.headers.get('location') ?? '';
    expect(location).toStartWith('/application/');
    ids.push(location.slice('/application/'.length));
  }
  for (const id of ids) expect(id).toMatch(uuid);
  expect(new Set(ids).size).toBe(3);
});

test('an unknown path shows a 404 page', async () => {
  const response = await ask('/gibt/es/nicht');
  expect(response.status).toBe(404);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.route('**/gibt/es/nicht', async (route) => {
      const answer = await route.fetch();
      // with status 200, because the browser reports a 404 as an error
      await route.fulfill({ response: answer, status: 200 });
    });
    await page.goto(`${stage.server.url}/gibt/es/nicht`);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  });
});

test.each(['/application', fresh()])(
  '%s has strict security headers, is not cached and not indexed',
  async (path) => {
    const response = await ask(path);
    const header = (name: string) => response.headers.get(name) ?? '';
    const policy = new Map(
      header('content-security-policy')
        .split('; ')
        .map((rule) => rule.split(/ (.*)/s) as [string, string]),
    );
    expect(policy.get('default-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('script-src')).not.toMatch(/unsafe|\*|https?:/);
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('permissions-policy')).not.toBe('');
    expect(header('strict-transport-security')).toContain('max-age=');
    expect(header('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toStartWith('<!DOCTYPE html><html lang="de">');
    expect(`${header('x-robots-tag')} ${html.match(/<meta name="robots"[^>]*>/)}`).toContain('noindex');
    // a new wizard and the staff pages are the same for everybody, so hashes allow their inline scripts
    const allowed = policy.get('script-src') ?? '';
    expect(allowed).not.toContain('nonce-');
    for (const [, script = ''] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
      expect(allowed).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  },
);

test('every page has its own title', async () => {
  const titles = new Map<string, string>();
  for (const path of ['/', '/datenschutz', '/impressum', '/login', fresh(), '/gibt-es-nicht']) {
    const html = await (await ask(path)).text();
    expect(html).toContain('<html lang="de"');
    const found = html.match(/<title>[^<]+<\/title>/g) ?? [];
    expect(found).toHaveLength(1);
    titles.set(path, found[0] ?? '');
  }
  expect(new Set(titles.values()).size).toBe(titles.size);
});

test('the CSP blocks an injected inline script, and the tests notice it', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.intruder = true';
      document.body.append(script);
    });
    expect(await page.evaluate(() => Reflect.has(window, 'intruder'))).toBe(false);
  });
  expect(problems.join()).toContain('Content Security Policy');
});

test('the whole wizard loads at most 150 KB of script, all from its own server', async () => {
  // with an empty cache
  const { page, context, problems } = await openPage(stage.browser, desktop);
  const sizes = new Map<string, Promise<number>>();
  const origins = new Set<string>();
  page.on('requestfinished', (request) => {
    origins.add(new URL(request.url()).origin);
    if (request.resourceType() !== 'script' || sizes.has(request.url())) return;
    sizes.set(
      request.url(),
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    );
  });
  const id = await openAt(page, stage.server.url, 1, { sets: 5 });
  for (const step of [2, 3, 4, 5, 6]) {
    await page.getByRole('button', { name: 'Weiter' }).click();
    await atStep(page, step);
  }
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog').getByText(id).waitFor();
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  console.log(`wizard script: ${total} bytes in ${sizes.size} files`);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(150 * 1024);
  expect([...origins]).toEqual([stage.server.url]);
  await context.close();
  expect(problems).toEqual([]);
});
