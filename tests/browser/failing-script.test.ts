/** Pages whose script does not arrive, or fails while it renders. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { placeholders } from '#domain/operator/operator';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { atStep, next, openAt } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();
const at = (path: string) => stage.server.url + path;
const { company, brand } = placeholders;

async function failureShown(page: Page) {
  const heading = page.getByRole('heading', { level: 1, name: 'Das hat leider nicht geklappt' });
  await heading.waitFor();
  expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.title()).toBe(`Das hat leider nicht geklappt | ${brand.name}`);
  expect(await page.getByRole('link', { name: company.phone }).getAttribute('href')).toBe(company.phoneHref);
  expect(await page.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  // it has its style
  expect(await heading.evaluate((one) => getComputedStyle(one).fontFamily)).toContain('Vollkorn');
  expect(await overflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
}

const reload = (page: Page) => page.getByRole('link', { name: 'Neu laden' }).click();

test('an error while a step of the wizard renders shows a page with the ways on, and what is saved stays', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2, { sets: 2 });
    await page.route(at(api.tariffs), (route) => route.fulfill({ json: {} }));
    await next(page);
    await failureShown(page);
    await page.unroute(at(api.tariffs));
    await reload(page);
    await atStep(page, 3);
  });
  // the reason is in the console
  expect(problems.join()).toContain('page error');
});

test('an error while a screen of the backoffice renders shows the same page', async () => {
  await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.route(at(api.users), (route) => route.fulfill({ json: [null] }));
    await page.goto(at(pages.backofficeUsers));
    await failureShown(page);
    await page.unroute(at(api.users));
    await reload(page);
    await page.getByRole('heading', { level: 2, name: 'Alle Benutzer (1)' }).waitFor();
  });
});

test.each([pages.wizard, pages.login])('%s without its data shows the same page', async (path) => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.route(at(path), async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(/<script(?![^>]* src=)[^>]*>.*?<\/script>/gs, '') });
    });
    await page.goto(at(path));
    await failureShown(page);
  });
});

test.each([pages.wizard, pages.login, pages.backoffice])(
  '%s says after ten seconds that a part of it is missing, and how to go on',
  async (path) => {
    await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
      let blocked = true;
      await page.route('**/assets/client-*.js', (route) => (blocked ? route.abort() : route.fallback()));
      await page.goto(at(path));
      const help = page.getByText('Das dauert länger als sonst');
      expect(await help.isVisible()).toBe(false);
      // ten seconds are not waited for: the animation is moved to shortly before, and to its end
      const seek = (ms: number) =>
        page.evaluate((time) => {
          for (const one of document.getAnimations()) one.currentTime = time;
        }, ms);
      await seek(9_900);
      expect(await help.isVisible()).toBe(false);
      await seek(10_100);
      expect(await help.isVisible()).toBe(true);
      const splash = page.locator('[data-splash]');
      await splash.getByRole('link', { name: company.phone }).waitFor();
      await splash.getByRole('link', { name: company.email }).waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      blocked = false;
      await reload(page);
      await splash.waitFor({ state: 'detached' });
    });
  },
);
