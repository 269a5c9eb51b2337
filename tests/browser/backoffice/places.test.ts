/** What a case handler finds without searching: rare actions in a menu, and what a case is about in sight. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { johanna } from '#tests/support/people';
import { call, enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from '../page-checks';
import { focusOf, tabTo } from '../tabbing';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();
const more = 'Weitere Aktionen';

beforeAll(async () => {
  const wish = { name: 'Robin Falkner', phone: '030 2312 100', dataProcessingConsent: true };
  await call(stage.server.url, 'POST', api.callbackRequests, { ...wish, email: 'robin@post.example' });
});

async function open(page: Page, path: string) {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + path);
}

test.each([desktop, { width: 320, height: 700 }])(
  'a menu of rare actions opens at its button and closes by keyboard, at $width px',
  async (viewport) => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await open(page, pages.backofficeCases);
      if (viewport !== desktop) await page.getByRole('button', { name: 'Menü öffnen' }).click();
      await page.getByRole('link', { name: 'Rückrufe', exact: true }).click();
      const button = page.getByRole('button', { name: more });
      const link = page.getByRole('link', { name: 'Antrag vorbereiten' });
      const remove = page.getByRole('button', { name: 'Löschen' });
      const focused = async (text: string) => expect((await focusOf(page)).text).toBe(text);
      await button.waitFor();
      expect(await link.isVisible()).toBe(false);
      await tabTo(page, ({ text }) => text === more);
      await page.keyboard.press('Enter');
      await link.waitFor();
      const [above, below] = [await remove.boundingBox(), await button.boundingBox()];
      // above it where there is no room below
      const gaps = [(below?.y ?? 0) - (above?.y ?? 0), (above?.y ?? 0) - (below?.y ?? 0)];
      expect(Math.max(...gaps)).toBeWithin(30, 150);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await tabTo(page, ({ text }) => text === 'Löschen');
      await page.keyboard.press('Escape');
      await link.waitFor({ state: 'hidden' });
      await focused(more);
      // a dialog lies over its menu, and both are gone with it
      await page.keyboard.press('Enter');
      await tabTo(page, ({ text }) => text === 'Löschen');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).press('Enter');
      await remove.waitFor({ state: 'hidden' });
      await focused(more);
      await button.click();
      await page.mouse.click(5, viewport.height - 5);
      await link.waitFor({ state: 'hidden' });
      // the link that was followed is in the closed menu
      await button.click();
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Antrag vorbereiten' }).waitFor();
      await page.goBack();
      await button.waitFor();
      await focused('Rückruf-Anfragen');
    });
  },
);

test('the details show person, horse, state and next step without scrolling', async () => {
  const given = { horseName: 'Nero', sets: 5, complete: true };
  const ids = [
    await storeApplication(stage.server.url, given),
    await storeApplication(stage.server.url, given),
  ];
  const { firstName, lastName } = johanna['contact-data'];
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page, href(pages.backofficeApplication, { id: ids[0] ?? '' }));
    const region = page.getByRole('region', { name: 'Vorgang' });
    for (const shown of [
      page.getByText(`${firstName} ${lastName} · Nero`),
      page.getByText('Mögliche Dublette'),
      region.getByText('Neu', { exact: true }).first(),
      region.getByLabel('Stand'),
      region.getByLabel('Wiedervorlage'),
      region.getByRole('button', { name: 'Speichern' }),
    ]) {
      await shown.waitFor();
      const { y = -1, height = 0 } = (await shown.boundingBox()) ?? {};
      expect([y >= 0, y + height <= desktop.height]).toEqual([true, true]);
    }
    const head = page.getByRole('main').locator(':is(a, button):visible').filter({ hasText: /\p{L}/u });
    expect((await head.allTextContents()).slice(0, 6)).toEqual([
      ...['Zurück zur Liste', 'Nachweise', 'Druckansicht', 'PDF herunterladen', more, 'Löschen'],
    ]);
    await page.getByRole('button', { name: more }).click();
    for (const name of ['Auskunft', 'Link ungültig machen'])
      await page.getByRole('button', { name }).waitFor();
    const twin = page.getByRole('link', { name: `Antrag ${ids[1]?.slice(0, 8)}` });
    expect(await twin.isVisible()).toBe(false);
    await page.getByText('Mögliche Dublette').click();
    await twin.waitFor();
  });
});
