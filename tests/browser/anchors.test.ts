/** Links to sections of the landing page: the section's top edge stops 80 px below the window's. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { desktop, phone } from '#tests/support/browser';
import { atStep } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

const offset = 80;
const sections = [
  ['Vorteile', 'benefits'],
  ['Tarife', 'tariffs'],
  ['Schadensbeispiele', 'examples'],
  ['FAQ', 'faq'],
] as const;

/** Resolves when the section's top edge is at its place, within 1.5 px. */
const arrives = (page: Page, id: string) =>
  page.waitForFunction(
    ([section, top]) => {
      const edge = document.getElementById(section)?.getBoundingClientRect().top;
      return edge !== undefined && Math.abs(edge - top) < 1.5;
    },
    [id, offset] as const,
  );
const atTop = (page: Page) => page.waitForFunction(() => scrollY === 0);

test.each([
  ['a wide screen', desktop, 'Hauptmenü'],
  ['a phone', phone, 'Menü'],
] as const)('on %s each entry of the menu leads to its section', async (_, viewport, menu) => {
  await onCleanPage(stage, viewport, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    const toggle = page.locator('header summary');
    for (const [label, id] of sections) {
      if (viewport === phone) await toggle.click();
      await page.getByRole('navigation', { name: menu }).getByRole('link', { name: label }).click();
      await arrives(page, id);
      expect(new URL(page.url()).hash).toBe(`#${id}`);
      expect(await page.locator('header details[open]').count()).toBe(0);
    }
  });
});

test.each([pages.home, pages.wizard])(
  'on a phone the menu of %s closes by Escape and by a tap outside',
  async (path) => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await page.goto(stage.server.url + path);
      if (path === pages.home) await page.getByRole('button', { name: 'Alle ablehnen' }).click();
      else await atStep(page, 1);
      const toggle = page.locator('header summary');
      const menu = page.getByRole('navigation', { name: 'Menü' });
      await toggle.press('Enter');
      await menu.getByRole('link', { name: 'Tarife' }).press('Escape');
      await menu.waitFor({ state: 'hidden' });
      expect(await toggle.evaluate((one) => one === document.activeElement)).toBe(true);
      await toggle.click();
      await menu.waitFor();
      await page.mouse.click(phone.width / 2, phone.height - 20);
      await menu.waitFor({ state: 'hidden' });
      expect(new URL(page.url()).hash).toBe('');
    });
  },
);

test.each(sections.map(([, id]) => id))('an address with #%s opens at that section', async (id) => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/#${id}`);
    await arrives(page, id);
  });
});

test('an entry of the menu leads to its section from another page', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(`${stage.server.url}/impressum`);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await page.locator('header summary').click();
    await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, 'faq');
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

test('removing the hash from the address leads to the top of the page', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.evaluate(() => scrollTo(0, 700));
    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, 'faq');
    await page.goBack();
    await page.waitForFunction(() => location.hash === '');
    await atTop(page);

    await page.goto(`${stage.server.url}/#tariffs`);
    await arrives(page, 'tariffs');
    await page.evaluate(() => {
      location.hash = '';
    });
    await atTop(page);
  });
});

test('the logo leads from a section to the top of the page', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/#faq`);
    await arrives(page, 'faq');
    await page.getByRole('link', { name: 'Sattelfest OP-Schutz für Pferde' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await atTop(page);
  });
});

test.each([
  ['no-preference', 'smooth'],
  ['reduce', 'auto'],
] as const)('with the setting "%s" for motion the page scrolls "%s"', async (reducedMotion, behaviour) => {
  const context = await stage.browser.newContext({ viewport: desktop, reducedMotion });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    behaviour,
  );
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'FAQ' }).click();
  await arrives(page, 'faq');
  await context.close();
});

test('an entry of the menu works without JavaScript', async () => {
  const context = await stage.browser.newContext({ viewport: desktop, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Tarife' }).click();
  const section = page.locator('#tariffs');
  await expectEventually(async () => Math.abs(((await section.boundingBox())?.y ?? 0) - offset) < 1.5);
  await context.close();
});

/** Checks until the condition holds. The time limit of the test ends it otherwise. */
async function expectEventually(holds: () => Promise<boolean>) {
  while (!(await holds())) await new Promise(setImmediate);
}
