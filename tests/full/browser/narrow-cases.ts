/** Case work at 320 px, with the longest possible texts. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import type { Look } from '#tests/browser/narrow-walk';
import { bearer, call, tokenOf } from '#tests/support/staff';

/** The list with one long case that may not be handed over, its dialogs, and an empty view. */
export async function walkCases(page: Page, look: Look, { url, word }: { url: string; word: string }) {
  await page.goto(url + pages.backofficeCases);
  await page
    .getByRole('link', { name: word.slice(0, 100) })
    .first()
    .waitFor();
  await look('cases');
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check();
  await look('cases selected');
  for (const button of ['Zuweisen', 'Wiedervorlage setzen', 'Übergabedatei erstellen']) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await look(`cases, ${button}`);
    await page.keyboard.press('Escape');
  }
  await page.getByText('Frühere Übergaben').click();
  await page.getByText(/Anträge · CSV/).waitFor();
  await look('hand-overs');
  await page.goto(`${url}${pages.backofficeCases}?view=done&q=${word.slice(0, 200)}`);
  await page.getByText('Keine Vorgänge in dieser Ansicht').waitFor();
  await look('cases, none found');
}

type Place = { url: string; id: string; word: string };

/** A case with the longest texts, whose question is sent and not answered, and which somebody else has changed. */
export async function walkCase(page: Page, look: Look, { url, id, word }: Place) {
  const region = page.getByRole('region', { name: 'Vorgang' });
  const save = () => region.getByRole('button', { name: 'Speichern' }).click();
  await page.goto(url + href(pages.backofficeApplication, { id }));
  await region.getByLabel('Stand').selectOption('inquiry');
  await save();
  await page.getByLabel('Betreff').fill(word.slice(0, 150));
  await page.getByLabel('Nachricht', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Vorschau' }).click();
  const mail = page.getByTitle('So sieht die E-Mail aus').contentFrame();
  const inset = mail.locator('.inset').first();
  expect(await inset.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('20px');
  expect(await inset.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await look('message');
  await page.getByRole('button', { name: 'Nachricht senden' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await region.getByLabel('Versicherungsscheinnummer').fill(`1${word.slice(0, 49)}`);
  const other = { version: 2, policyNumber: `2${word.slice(50, 99)}` };
  await call(url, 'PATCH', href(api.case, { id }), other, bearer(await tokenOf(url)));
  await save();
  await region.getByRole('button', { name: 'Trotzdem speichern' }).waitFor();
  await look('case, conflict');
  await region.getByRole('button', { name: 'Trotzdem speichern' }).click();
  await region.getByRole('alert').waitFor({ state: 'detached' });
  await region.getByLabel('Stand').selectOption('declined');
  await save();
  await region.getByText('Bitte nennen Sie einen Grund').waitFor();
  await look('case, refused');
  await region.getByLabel('Stand').selectOption('inquiry');
  await region.getByRole('button', { name: 'Notiz hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Notiz').fill(word);
  await look('note');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await region.getByRole('button', { name: 'Notiz entfernen' }).waitFor();
  await look('history');
}

/** A file of the insurer with the longest words, from the choice to what it changed, and the figures of all that. */
export async function walkReturns(page: Page, look: Look, { url, id, word }: Place) {
  await page.goto(url + pages.backofficeReturns);
  await look('returns');
  const bring = (name: string, text: string) =>
    page
      .getByLabel('Datei auswählen')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await bring(`${word.slice(0, 150)}.pdf`, word);
  await page.getByRole('alert').waitFor();
  await look('returns, refused');
  const lines = [`${id};rückfrage;${word};${word}`, `${word.slice(0, 90)};${word};;`];
  await bring(`${word.slice(0, 150)}.csv`, [`Referenz;Stand;Grund;${word}`, ...lines].join('\n'));
  await page.getByRole('heading', { name: 'So beginnt die Datei' }).waitFor();
  await look('returns, columns');
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
  await page.getByText('Kein Antrag gefunden').waitFor();
  await look('returns, lines');
  await page.getByRole('button', { name: '1 Änderung übernehmen' }).click();
  await page.getByRole('dialog').waitFor();
  await look('returns, question');
  await page.getByRole('button', { name: 'Jetzt übernehmen' }).click();
  await page.getByRole('heading', { name: '1 Vorgang ist geändert' }).waitFor();
  await look('returns, result');
  await page.getByRole('link', { name: 'Zurück zu den Rückmeldungen' }).click();
  await page.getByRole('row').first().waitFor();
  await look('returns, list');
  await page.goto(url + pages.backofficeInsights);
  await page.getByRole('region', { name: 'Auf einen Blick' }).waitFor();
  await look('insights');
}
