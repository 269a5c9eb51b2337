/** The figures of a period: read, chosen, printed and saved by an administrator. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { pages } from '#domain/urls';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop } from '#tests/support/browser';
import { readPdf } from '#tests/support/pdf';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

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
