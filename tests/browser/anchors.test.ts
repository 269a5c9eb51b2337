/** Sections of the landing page are reached with their top edge 80 px below the window's (spec 2 and 9). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop, phone } from '#tests/support/browser';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage();

const offset = 80;
const sections = [
  ['Vorteile', 'benefits'],
  ['Tarife', 'tariffs'],
  ['Schadensbeispiele', 'examples'],
  ['FAQ', 'faq'],
] as const;

/** Resolves when the section's top edge rests where it belongs, give or take a fraction of a pixel. */
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
  ['the desk', desktop, 'Hauptmenü'],
  ['the phone', phone, 'Menü'],
] as const)('each entry of the menu at %s leads to its section', async (_, viewport, menu) => {
  const problems = await onPage(stage, viewport, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('the menu at the phone closes by Escape and by a tap beside it', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
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
  expect(problems).toEqual([]);
});

test.each(sections.map(([, id]) => id))('an address with #%s arrives there', async (id) => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/#${id}`);
    await arrives(page, id);
  });
  expect(problems).toEqual([]);
});

test('an entry leads back to its section from another page', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    await page.goto(`${stage.server.url}/impressum`);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await page.locator('header summary').click();
    await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, 'faq');
    expect(new URL(page.url()).pathname).toBe('/');
  });
  expect(problems).toEqual([]);
});

test('a hash that goes away leads to the top', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('the logo leads from a section to the top of the page', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/#faq`);
    await arrives(page, 'faq');
    await page.getByRole('link', { name: 'Sattelfest OP-Schutz für Pferde' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await atTop(page);
  });
  expect(problems).toEqual([]);
});

test.each([
  ['no-preference', 'smooth'],
  ['reduce', 'auto'],
] as const)('with motion "%s" the way there is %s', async (reducedMotion, behaviour) => {
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

test('without JavaScript an entry arrives too', async () => {
  const context = await stage.browser.newContext({ viewport: desktop, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Tarife' }).click();
  const section = page.locator('#tariffs');
  await expectEventually(async () => Math.abs(((await section.boundingBox())?.y ?? 0) - offset) < 1.5);
  await context.close();
});

/** Asks until the answer is yes; the test's own time limit ends it otherwise. */
async function expectEventually(holds: () => Promise<boolean>) {
  while (!(await holds())) await new Promise(setImmediate);
}
