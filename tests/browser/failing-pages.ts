/** Pages whose script does not arrive or fails, and calls without an answer. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { placeholders } from '#domain/operator/operator';
import { axeViolations } from '#tests/support/browser';
import { onPage } from '#tests/support/stage';
import { overflow } from './page-checks';

const { company, brand } = placeholders;

/** Waits for the page in place of one that failed, and checks its ways on. */
export async function failureShown(page: Page) {
  const heading = page.getByRole('heading', { level: 1, name: 'Das hat leider nicht geklappt' });
  await heading.waitFor();
  expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.title()).toBe(`Das hat leider nicht geklappt | ${brand.name}`);
  expect(await page.getByRole('link', { name: company.phone }).getAttribute('href')).toBe(company.phoneHref);
  expect(await page.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  // it has its style, and asks for the fonts early: `font-display: optional` gives them 100 ms
  expect(await heading.evaluate((one) => getComputedStyle(one).fontFamily)).toContain('Vollkorn');
  expect(await page.locator('head > link[rel=preload][as=font]').count()).toBe(2);
  expect(await overflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
}

export const reload = (page: Page) => page.getByRole('link', { name: 'Neu laden' }).click();

/** A page without its script says after ten seconds that a part of it is missing, and how to go on. */
export async function missingPartSaid(stage: Parameters<typeof onPage>[0], path: string) {
  await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    let blocked = true;
    await page.route('**/assets/client-*.js', (route) => (blocked ? route.abort() : route.fallback()));
    await page.goto(stage.server.url + path);
    const help = page.getByText('Das dauert länger als sonst');
    expect(await help.isVisible()).toBe(false);
    // ten seconds are not waited for: what is animated is held shortly before its end, and then ended
    await page.evaluate(() => {
      for (const one of document.getAnimations()) {
        one.pause();
        one.currentTime = 9_900;
      }
    });
    expect(await help.isVisible()).toBe(false);
    await page.evaluate(() => {
      for (const one of document.getAnimations())
        if (one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY) one.play();
        else one.finish();
    });
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
}
