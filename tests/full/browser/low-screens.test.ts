/** What stays in place on a low screen. The ways of lenses.test.ts look at most of it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { onCleanPage, styled } from '#tests/browser/page-checks';
import { root } from '#tests/project-files';
import { control, next, openAt } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { outOfReach, unseen } from './lenses';

setDefaultTimeout(60_000);
const stage = setStage();
const low = { width: 320, height: 256 };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const success = async (page: Page) => {
  await openAt(page, stage.server.url, 6);
  await press(page, 'Antrag absenden');
  await page.getByRole('dialog').waitFor();
};

const places: [place: string, show: (page: Page) => Promise<unknown>][] = [
  [
    'the cookie question in the wizard',
    async (page) => {
      await openAt(page, stage.server.url, 1);
      await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie' }).click();
      await page.locator('#cookie-banner').waitFor();
    },
  ],
  [
    'the splash before the script',
    async (page) => {
      await page.route('**/assets/client-*.js', () => {});
      await page.goto(stage.server.url + pages.wizard, { waitUntil: 'commit' });
      await page.locator('[data-splash] [role=status]').waitFor();
      await styled(page);
    },
  ],
  [
    'a refused step with its toast',
    async (page) => {
      await openAt(page, stage.server.url, 5);
      await control(page, 'IBAN').fill('DE89370400440532013001');
      await next(page);
      await page.getByText('Bitte geben Sie eine gültige IBAN ein.').waitFor();
    },
  ],
  [
    'the question about what is not saved',
    async (page) => {
      await openAt(page, stage.server.url, 5);
      await control(page, 'IBAN').fill('DE');
      await press(page, 'Später fortsetzen');
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a step without a network',
    async (page) => {
      await openAt(page, stage.server.url, 1);
      await page.context().setOffline(true);
      await page.getByText('Keine Verbindung.').waitFor();
    },
  ],
  ['success', success],
  [
    'selected rows with their head',
    async (page) => {
      await success(page);
      await enter(page, stage.server.url);
      await page.goto(stage.server.url + pages.backofficeCases);
      await page.getByRole('checkbox', { name: 'Alle auswählen' }).check();
    },
  ],
];

test.each(places)('all of %s can be reached, and is seen in forced colours', async (_, show) => {
  await onCleanPage(stage, low, async ({ page }) => {
    await show(page);
    expect(await outOfReach(page)).toEqual([]);
    expect(await unseen(page)).toEqual([]);
  });
});

/** Where what stays in place is looked at, by the file that draws it. */
const layers: Record<string, string> = {
  'backoffice/BackofficeLayout': 'menu',
  'backoffice/preparations/parts': 'call, refused',
  'backoffice/table/Table': 'selected rows',
  'backoffice/table/selection': 'selected rows',
  'consent/CookieBanner': 'cookie question',
  'hydrated/parts': 'before the script',
  'site/SiteShell': 'menu',
  'site/legal/LegalPage': 'contents',
  'ui/dialogs': 'success',
  'ui/toasts': 'a refused step',
  'wizard/network': 'without a network',
};

test('every file with something that stays in place is looked at', async () => {
  const found: string[] = [];
  for await (const path of new Glob('web/**/*.{ts,tsx}').scan(root)) {
    const text = await Bun.file(join(root, path)).text();
    if (/[\s"'`:](fixed|sticky)[\s"'`]|<dialog/.test(text)) found.push(path.replace(/^web\/|\..*$/g, ''));
  }
  expect(found.toSorted()).toEqual(Object.keys(layers).toSorted());
});

test('the settings of the cookie banner begin with their heading, also after its choice was scrolled', async () => {
  await onCleanPage(stage, low, async ({ page }) => {
    await page.goto(stage.server.url);
    await press(page, 'Einstellungen');
    const banner = page.locator('#cookie-banner');
    const { y: top = -1 } = (await banner.getByRole('heading').boundingBox()) ?? {};
    const { y: edge = 0 } = (await banner.boundingBox()) ?? {};
    // the padding of the banner
    expect(top - edge).toBeGreaterThan(16);
  });
});

test('a dialog that is higher than the screen begins with its title, and keeps the focus', async () => {
  await onCleanPage(stage, low, async ({ page }) => {
    await success(page);
    const dialog = page.getByRole('dialog');
    const { y: top = -1 } = (await dialog.getByRole('heading').boundingBox()) ?? {};
    const { y: edge = 0 } = (await dialog.boundingBox()) ?? {};
    expect(top).toBeGreaterThan(edge);
    expect(await dialog.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    const first = dialog.getByRole('link', { name: 'Zurück zur Startseite' });
    expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});
