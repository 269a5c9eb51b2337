/** What a browser does around the pages of visitors: Back, Tab, printing, a script that does not arrive. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { phone } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();
const at = (path: string) => stage.server.url + path;

test.each([true, false])(
  '"Back" shows what a form was answered with, with scripts: %p',
  async (javaScriptEnabled) => {
    const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled });
    try {
      const page = await context.newPage();
      await page.goto(at(pages.precheck));
      for (const no of await page.getByRole('radio', { name: 'Nein', exact: true }).all()) await no.check();
      await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
      const result = page.getByRole('heading', { level: 1, name: 'Das passt.' });
      await result.waitFor();
      await page.getByRole('link', { name: 'Angebot per E-Mail' }).click();
      await page.getByLabel('E-Mail', { exact: true }).fill('johanna');
      await page.getByRole('button', { name: 'Angebot anfordern' }).click();
      await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
      await page.getByRole('link', { name: 'Impressum' }).click();
      await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
      await page.goBack();
      await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
      expect(await page.getByLabel('E-Mail', { exact: true }).inputValue()).toBe('johanna');
      await page.goBack();
      await page.goBack();
      await result.waitFor();
    } finally {
      await context.close();
    }
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
      expect(await hiddenStops(page)).toEqual([]);
      const room = () =>
        page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).paddingBottom));
      expect((await room()) > 100).toBe(height > 480);
      await page.getByRole('button', { name: 'Alle ablehnen' }).click();
      await page.waitForFunction(() => getComputedStyle(document.body).paddingBottom === '0px');
    });
});

test.each([pages.home, pages.whatIsLeft, pages.privacy, pages.offer, pages.withdrawal])(
  'nothing of %s stays in place in print, and buttons and menus are left out',
  async (path) => {
    for (const width of [1440, 794])
      await onCleanPage(stage, { width, height: 900 }, async ({ page }) => {
        await page.goto(at(path));
        await page.evaluate(() => document.querySelector('#cookie-banner')?.removeAttribute('hidden'));
        await page.emulateMedia({ media: 'print' });
        const printed = await page.evaluate(() => {
          const shown = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility());
          const inPlace = shown.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position));
          const controls = shown.filter((one) => one.matches('nav, button, summary:not(main *), .button'));
          return [...inPlace, ...controls].map((one) => one.outerHTML.slice(0, 100));
        });
        expect(printed).toEqual([]);
      });
  },
);

test('the calculator has a button until its script is there, which may be never', async () => {
  await onPage(stage, phone, async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(at(pages.home));
    await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
    await page.getByRole('button', { name: 'Beiträge berechnen' }).click();
    await page.waitForURL(/deductible=500&frequency=monthly&birthYear=#tariffs$/);
    await page.getByText('60,49 €', { exact: true }).last().waitFor();
  });
});

test('a date without its year is not sent as if nothing had been typed', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(at(`${pages.offer}?tariff=top&deductible=0&frequency=monthly`));
    await page.getByLabel('E-Mail', { exact: true }).fill('johanna@unfertig.example');
    const day = page.getByLabel('Gewünschter Beginn');
    await day.click({ position: { x: 16, y: 20 } });
    await page.keyboard.type('12');
    const send = page.getByRole('button', { name: 'Angebot anfordern' });
    const message = page.getByRole('alert').getByText('Bitte geben Sie das ganze Datum ein');
    for (const _ of [1, 2]) {
      await send.click();
      await message.waitFor();
      expect(await message.count()).toBe(1);
      expect(await day.getAttribute('aria-invalid')).toBe('true');
      const described = await day.getAttribute('aria-describedby');
      expect(described?.split(' ')).toContain((await message.getAttribute('id')) ?? '');
      expect(await day.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    expect(sent).toEqual([]);
    await day.fill('');
    await send.click();
    await page.waitForURL(at(pages.offerSent));
    expect(sent).toEqual([api.offers]);
  });
});

test('nor in a dialog of staff', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(at(pages.backofficeOffers));
    await page.getByRole('button', { name: 'Angebot senden' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail').fill('johanna@unfertig-zwei.example');
    await dialog.getByLabel('Tarif').selectOption('Top-OP-Schutz');
    const day = dialog.getByLabel('Gewünschter Beginn');
    await day.click({ position: { x: 16, y: 20 } });
    await page.keyboard.type('12');
    await dialog.getByRole('button', { name: 'Angebot senden' }).click();
    const message = dialog.getByRole('alert').getByText('Bitte geben Sie das ganze Datum ein');
    await message.waitFor();
    await day.fill(await day.evaluate((one) => (one as HTMLInputElement).max));
    expect(await message.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Angebot senden' }).click();
    await page.getByText('Das Angebot ist unterwegs.').first().waitFor();
  });
});
