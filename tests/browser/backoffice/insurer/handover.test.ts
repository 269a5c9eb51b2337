/** A selected case goes to the insurer: its file is saved, and its transmission confirmed. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { bearer, call, enter, tokenOf } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../../page-checks';
import { storeApplication } from '../stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

test('a selected case is handed over, its file saved, and its transmission confirmed', async () => {
  const { url } = stage.server;
  const id = await storeApplication(url, { horseName: 'Donna Clara', sets: 5, complete: true });
  const token = bearer(await tokenOf(url));
  await call(
    url,
    'POST',
    href(api.advice, { id }),
    { id: crypto.randomUUID(), wishes: 'Schutz', advice: 'Top' },
    token,
  );
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(`${url}${pages.backofficeCases}?q=donna`);
    await page.getByRole('checkbox', { name: 'Johanna Sommer mit Donna Clara auswählen' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Übergabedatei erstellen' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Uebergabe-.*\.csv$/);
    const file = await Bun.file(await download.path()).text();
    expect(file).toContain('DE89370400440532013000');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Als übermittelt bestätigen' }).click();
    await page.getByText(/1 Vorgang ist als am .* übermittelt eingetragen/).waitFor();
    await page.getByRole('button', { name: 'Schließen', exact: true }).click();
    await page.getByRole('cell', { name: 'An Versicherer übermittelt' }).waitFor();
  });
});
