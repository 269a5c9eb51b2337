/** What a browser does around public pages: motion, the keyboard behind the cookie question, print, a missing script. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop, openPage, phone } from '#tests/support/browser';
import { atStep } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const at = (path: string) => stage.server.url + path;

/** Waits until the section is at its place. */
const arrives = (page: Page, id: string) =>
  until(async () => Math.abs(((await page.locator(`#${id}`).boundingBox())?.y ?? 0) - 80) < 1.5);

test.each([
  ['no-preference', 'smooth', true],
  ['reduce', 'auto', true],
  ['reduce', 'auto', false],
] as const)(
  'with the setting "%s" for motion the page scrolls "%s", with scripts: %p',
  async (reducedMotion, behaviour, javaScriptEnabled) => {
    const context = await stage.browser.newContext({ viewport: desktop, reducedMotion, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(stage.server.url);
    const scrolls = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(scrolls).toBe(behaviour);
    const moves = await page.evaluate(() => getComputedStyle(document.body).transitionDuration);
    expect(moves).toBe('0s');
    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'FAQ' }).click();
    await arrives(page, 'faq');
    await context.close();
  },
);

test.each([pages.home, pages.wizard])(
  'on a phone the menu of %s closes by Escape and by a tap outside',
  async (path) => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await page.goto(at(path));
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

/** What has the focus and lies behind the cookie question, at any stop of Tab through the page. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const banner = document.querySelector('#cookie-banner');
      const one = document.activeElement;
      if (!banner || !one || one === document.body || banner.contains(one)) return { ended: true };
      const [box, own] = [banner, one].map((element) => element.getBoundingClientRect());
      if (!box || !own) return {};
      const beside =
        own.right <= box.left || own.left >= box.right || own.bottom <= box.top || own.top >= box.bottom;
      return { behind: beside ? null : one.textContent || one.outerHTML };
    });
    if (found.ended && presses > 0) return hidden;
    if (found.behind) hidden.push(found.behind.slice(0, 80));
  }
  throw new Error('Tab never reached the question.');
}

test.each([
  [1280, 800],
  [390, 844],
  [320, 640],
  [640, 360],
])('the cookie question hides nothing that has the focus at %d × %d px', async (width, height) => {
  for (const path of [pages.home, pages.privacy])
    await onCleanPage(stage, { width, height }, async ({ page }) => {
      await page.goto(at(path));
      await page.getByRole('button', { name: 'Alle ablehnen' }).waitFor();
      const room = () =>
        page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).paddingBottom));
      // made a frame after the question is shown, before anybody has pressed Tab
      await until(async () => (await room()) > 100 === height > 480);
      expect(await hiddenStops(page)).toEqual([]);
      expect((await room()) > 100).toBe(height > 480);
      await page.getByRole('button', { name: 'Alle ablehnen' }).click();
      await page.waitForFunction(() => getComputedStyle(document.body).paddingBottom === '0px');
    });
});

test('in print nothing stays in place, and buttons and menus are left out', async () => {
  const printed: string[] = [];
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    for (const path of [pages.home, pages.whatIsLeft, pages.privacy, pages.offer, pages.withdrawal]) {
      await page.goto(at(path));
      for (const width of [1440, 794]) {
        await page.setViewportSize({ width, height: 900 });
        const found = await page.evaluate(() => {
          document.querySelector('#cookie-banner')?.removeAttribute('hidden');
          const shown = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility());
          const inPlace = shown.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position));
          const controls = shown.filter((one) => one.matches('nav, button, summary:not(main *), .button'));
          return [...inPlace, ...controls].map((one) => one.outerHTML.slice(0, 100));
        });
        printed.push(...found.map((one) => `${path} at ${width} px: ${one}`));
      }
    }
  });
  expect(printed).toEqual([]);
});

test('the calculator has a button until its script is there, which may be never', async () => {
  const { page, context } = await openPage(stage.browser, phone);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(stage.server.url);
  await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
  await page.getByRole('button', { name: 'Beiträge berechnen' }).click();
  await page.waitForURL(/deductible=500&frequency=monthly&birthYear=#tariffs$/);
  await page.getByText('60,49 €', { exact: true }).last().waitFor();
  await context.close();
});

test('no word of the name of a document is cut in two on a screen of 320 px', async () => {
  await onCleanPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await page.goto(stage.server.url + pages.documents);
    const cut = await page.getByRole('main').getByRole('listitem').getByRole('link').evaluateAll(cutWords);
    expect(cut).toEqual([]);
  });
});

/** The words of these links that begin on one line and end on another. */
function cutWords(links: Element[]): string[] {
  return links.flatMap((link) => {
    const text = link.firstChild;
    const words = [...(text?.textContent ?? '').matchAll(/\S+/g)];
    return words.flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      if (!text) return [];
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
}
