/** The page of the tariffs at 320 px. */
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import type { Look } from '#tests/browser/narrow-walk';

// without a blank where a line could break
const word = 'Wielandstallgemeinschaft'.repeat(9);

/** The list, the form with the longest texts and a message, the preview and the release. */
export async function tariffs(page: Page, look: Look, url: string) {
  await page.goto(url + pages.backofficeTariffs);
  await page.getByRole('button', { name: 'Entwurf anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Entwurf bearbeiten' }).waitFor();
  await page.getByText(/^Basis-OP-Schutz: /).click();
  await page.getByLabel('Leistung 1', { exact: true }).first().fill(word.slice(0, 60));
  await page.getByLabel('Beschreibung').first().fill(word.slice(0, 200));
  await page.getByLabel('Top-OP-Schutz, Ohne SB').fill('9999,99');
  await page.getByLabel('Premium-OP-Schutz, Ohne SB').fill(word);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(/^Bitte geben Sie 1,00 bis/).waitFor();
  await look('tariffs, refused');
  await page.getByLabel('Premium-OP-Schutz, Ohne SB').fill('9999,98');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vorschau der Tarife' }).waitFor();
  await look('tariffs, preview');
  await page.getByRole('button', { name: 'Freigeben' }).click();
  await page.getByRole('button', { name: 'Bestätigen und freigeben' }).waitFor();
  await look('tariffs, release');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Zurück zu den Tarifen' }).click();
  await page.getByRole('button', { name: 'Entwurf anlegen' }).waitFor();
  await look('tariffs');
}
