/** The page of the wizard: splash, addresses, headers and size. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, openPage } from '#tests/support/browser';
import { atStep, control, openAt } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage, styled } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const splash = 'Ihre Versicherung wird geladen...';
const fresh = () => href(pages.application, { id: crypto.randomUUID() });

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
  await styled(page);
  return () => script.resolve();
}

test('the splash has no violations, and blocks typing until the wizard is hydrated', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const letThrough = await withoutScript(page);
    expect(await axeViolations(page)).toEqual([]);
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
  // a ceiling that may only fall
  expect(total).toBeLessThanOrEqual(149_400);
  expect([...origins]).toEqual([stage.server.url]);
  await context.close();
  expect(problems).toEqual([]);
});
