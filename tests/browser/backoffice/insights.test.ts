/** The figures of a period: read, chosen, printed and saved by an administrator. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { readPdf } from '#tests/support/pdf';
import { enter, hire } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from '../page-checks';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

test('an administrator reads them, and takes them along as a file and on paper', async () => {
  const { url } = stage.server;
  for (const sets of [1, 2, 3]) await storeApplication(url, { horseName: 'Nero', sets });
  await storeApplication(url, { horseName: 'Fjölnir', sets: 5, complete: true });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backoffice);
    await page.getByRole('link', { name: /^Kennzahlen/ }).click();
    await page.getByRole('region', { name: 'Auf einen Blick' }).waitFor();
    const steps = page.getByRole('table', { name: 'Schritt für Schritt' });
    await steps.getByRole('row', { name: /^Pferdeangaben 4 -$/ }).waitFor();
    await steps.getByRole('row', { name: /^Eingereicht 1 / }).waitFor();
    await page.getByRole('table', { name: 'Nach Tarif' }).getByRole('row').nth(1).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV herunterladen' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Kennzahlen-.*\.csv$/);
    expect(await Bun.file(await download.path()).text()).toContain('Begonnen;4');

    await page.emulateMedia({ media: 'print' });
    for (const part of ['navigation', 'button', 'combobox'] as const)
      expect(await page.getByRole(part).count()).toBe(0);
    await page.getByRole('heading', { name: 'Kennzahlen' }).waitFor();
    await page.getByText(/^\d\d\.\d\d\.\d{4} bis \d\d\.\d\d\.\d{4}$/).waitFor();
    expect(await overflow(page)).toBe(0);
    const { sheets } = await readPdf(await page.pdf());
    expect(sheets.length).toBeLessThanOrEqual(4);
    for (const { text, width, pieces } of sheets) {
      expect(text).not.toBe('');
      // nothing is cut, or stands in the margin of 16 mm
      expect(Math.max(...pieces.map((piece) => piece.x + piece.width))).toBeLessThan(width - 45);
    }
    await page.emulateMedia({ media: null });

    await page.getByRole('link', { name: 'Letzter Monat' }).click();
    await page.getByText('In diesem Zeitraum ist nichts geschehen').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    await steps.getByRole('row', { name: /^Pferdeangaben 4 / }).waitFor();
  });
});

test('a bad address and a wrong period are answered in words, also on a phone', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, phone, async ({ page }) => {
    await enter(page, url);
    await page.goto(`${url}${pages.backofficeInsights}?from=abc`);
    await page.getByRole('heading', { name: 'Kennzahlen' }).waitFor();
    await page.getByLabel('Von').fill('2020-01-01');
    await page.keyboard.press('Enter');
    await page.getByText('Bitte wählen Sie höchstens 366 Tage').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('feld-from');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.goto(`${url}${pages.backofficeInsights}?from=2026-01-02&to=2026-01-01`);
    await page.getByText('Der erste Tag darf nicht nach dem letzten liegen.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: '30 Tage' }).click();
    await page.getByRole('table', { name: 'Wie lange es dauert' }).waitFor();
  });
});

test('the longest source without a blank fits on a small phone', async () => {
  const { url } = stage.server;
  const source = 'x'.repeat(100);
  for (let count = 0; count < 5; count += 1)
    await storeApplication(url, { horseName: 'Bella', sets: 1, source });
  await onCleanPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await enter(page, url);
    const table = page.getByRole('table', { name: 'Nach Quelle' }).getByText(source);
    for (const [query, shown] of [
      ['', table],
      [`?source=${source}`, page.getByText(`Quelle ${source}`)],
    ] as const) {
      await page.goto(url + pages.backofficeInsights + query);
      await shown.waitFor();
      expect(await overflow(page)).toBe(0);
    }
  });
});

test('nobody else sees them', async () => {
  const { url } = stage.server;
  const handler = await hire(url, 'antje.kraft');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, url, handler);
    await page.goto(url + pages.backofficeInsights);
    await page.getByText('Die Kennzahlen sehen nur Administratoren.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
  expect(unprovoked(problems, /status of 403/)).toEqual([]);
});
