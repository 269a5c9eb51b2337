/** Every state of the forms of visitors, with long texts. They work without a script too. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { callbackFormHydrated } from '#tests/support/browser';
import type { Stage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { type Form, linked } from './linked-states';
import { email, name, phone, word } from './long-texts';
import { field, heading, loaded, press } from './page-checks';
import type { Look } from './visitor-walks';

const hasFocus = (page: Page, key: string) => page.locator(`[name=${key}]:focus`).waitFor();
/** No question covers a form. */
const isAsked = (page: Page) => page.getByRole('region', { name: 'Cookie-Einstellungen' }).isVisible();

const withdrawal: Form = async ({ page, look, stage: { server }, hasScript }) => {
  const contract = 'Antrags- oder Versicherungsnummer (falls zur Hand)';
  const address = 'E-Mail für die Eingangsbestätigung';
  const text = `K-77${word.slice(0, 90)}`;
  await page.goto(server.url + pages.imprint);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await page.waitForURL(server.url + pages.withdrawal);
  await look('withdrawal');
  expect(await isAsked(page)).toBe(false);
  await press(page, 'Widerruf bestätigen');
  await page.getByRole('alert').waitFor();
  await hasFocus(page, 'name');
  await field(page, 'Name').fill(name);
  await field(page, contract).fill(text);
  await field(page, address).fill('johanna.sommer');
  await press(page, 'Widerruf bestätigen');
  // the address bar shows the call, because the page is its response
  await page.getByText('Eine Angabe fehlt noch oder stimmt nicht:').waitFor();
  await look('withdrawal refused');
  const described = await field(page, address).getAttribute('aria-describedby');
  const message = page.locator(`[id="${described?.split(' ').at(-1)}"]`);
  expect(await message.textContent()).toContain('Bitte geben Sie eine gültige E-Mail-Adresse ein');
  expect(await field(page, contract).inputValue()).toBe(text);
  await field(page, address).fill(email);
  await press(page, 'Widerruf bestätigen');
  await heading(page, 'Ihr Widerruf ist eingegangen');
  await look('withdrawal received');
  const receipt = page.url();
  expect(receipt).toMatch(/\/vertrag-widerrufen\/[\w-]{43}$/);
  await page.getByText(/^Eingegangen am \d\d\.\d\d\.\d{4} um \d\d:\d\d:\d\d Uhr$/).waitFor();
  for (const part of [name, email, text]) await page.getByText(part, { exact: true }).waitFor();
  expect(await loaded(page, 'Bestätigung speichern (PDF)')).toMatch(/^Widerruf-[0-9a-f]{8}\.pdf$/);
  // whoever is not sure sends it again: the same confirmation
  await page.goto(server.url + pages.withdrawal);
  await field(page, 'Name').fill(name.toLowerCase());
  await field(page, address).fill(email.replace('example', 'EXAMPLE'));
  await field(page, contract).fill(text);
  await press(page, 'Widerruf bestätigen');
  await page.waitForURL(receipt);
  if (!hasScript) return;
  await press(page, 'Cookie-Einstellungen');
  expect(await isAsked(page)).toBe(true);
};

const precheck: Form = async ({ page, look, stage: { server } }) => {
  const answer = (key: string, value: string) => page.locator(`[name=${key}][value=${value}]`).check();
  const answerAll = async (label: string) => {
    for (const one of await page.getByRole('radio', { name: label, exact: true }).all()) await one.check();
  };
  const address = `${server.url}${pages.precheck}?source=messe`;
  await page.goto(address);
  expect(await isAsked(page)).toBe(false);
  await press(page, 'Jetzt prüfen');
  await page.getByText('6 Angaben fehlen noch oder stimmen nicht:').waitFor();
  // the first answer of the first question
  await hasFocus(page, 'operation');
  await look('pre-check refused');
  await answerAll('Nein');
  await answer('operation', 'yes');
  await answer('behaviour', 'yes');
  const wound = field(page, 'Tag der letzten Wundversorgung');
  await wound.fill('2099-12-31');
  await press(page, 'Jetzt prüfen');
  for (const said of [
    '2 Angaben fehlen noch oder stimmen nicht:',
    'Der Tag darf nicht in der Zukunft liegen',
  ])
    await page.getByText(said).waitFor();
  expect(await wound.inputValue()).toBe('2099-12-31');
  expect(await page.getByRole('radio', { name: 'Ja', checked: true }).count()).toBe(2);
  await page.getByRole('link', { name: 'Tag der letzten Operation' }).click();
  expect(new URL(page.url()).hash).toBe('#feld-operationDay');
  await wound.fill('');
  const operation = field(page, 'Tag der letzten Operation');
  await operation.fill((await operation.getAttribute('max')) ?? '');
  await press(page, 'Jetzt prüfen');
  await heading(page, 'Das passt leider nicht.');
  for (const said of [/^Ab \d\d\.\d\d\.\d{4} kein Hindernis mehr\.$/, 'Das bleibt ein Hindernis.'])
    await page.getByText(said).waitFor();
  // the answers are in no address
  expect(page.url()).toBe(address);
  await look('pre-check, not fit');
  await page.getByText('Antworten ändern').click();
  await look('pre-check, answers');
  await answer('operation', 'no');
  await operation.fill('');
  await answer('behaviour', 'unknown');
  await press(page, 'Jetzt prüfen');
  await heading(page, 'Das klären wir mit Ihnen.');
  await look('pre-check, to be cleared up');
  await page.getByText('Antworten ändern').click();
  await answer('behaviour', 'no');
  await press(page, 'Jetzt prüfen');
  await heading(page, 'Das passt.');
  await look('pre-check, fit');
  await page.getByRole('link', { name: 'Antrag beginnen' }).click();
  await page.waitForURL(/\/application\/[\w-]{36}\?source=messe$/);
};

const callback: Form = async ({ page, look, stage: { server }, hasScript }) => {
  await page.goto(server.url + pages.callback);
  if (hasScript) {
    await page.getByRole('button', { name: 'Rückruf anfordern' }).scrollIntoViewIfNeeded();
    await callbackFormHydrated(page);
    await press(page, 'Alle ablehnen');
  }
  await field(page, 'Name').fill(name);
  await field(page, 'Telefon').fill(phone);
  await field(page, 'E-Mail').fill('keine');
  await press(page, 'Rückruf anfordern');
  await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
  await look('callback refused');
  expect(await field(page, 'Name').inputValue()).toBe(name);
  await field(page, 'E-Mail').fill(email);
  await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
  await press(page, 'Rückruf anfordern');
  await page.getByText('Vielen Dank, wir rufen Sie an').waitFor();
  await look('callback sent');
  await press(page, 'Neue Anfrage');
  await page.getByRole('button', { name: 'Rückruf anfordern' }).waitFor();
};

const bill: Form = async ({ page, look, stage: { server } }) => {
  const card = (tariff: string) => page.getByRole('region', { name: tariff, exact: true });
  await page.goto(`${server.url}/?source=messe`);
  await page.getByRole('link', { name: 'Was bleibt an mir hängen?' }).click();
  await page.getByRole('heading', { level: 2, name: 'Ein Beispiel: Kolik-OP im Notdienst' }).waitFor();
  // nothing else is called like a field
  for (const label of ['Rechnung', 'GOT', 'Notdienst', 'Tage in der Klinik', 'Selbstbeteiligung'])
    expect([label, await page.getByLabel(label).count()]).toEqual([label, 1]);
  const sum = page.getByLabel('Rechnung in Euro');
  await sum.fill('200');
  await page.getByLabel('GOT-Satz').selectOption('4');
  await page.getByLabel('War es ein Notdienst?').selectOption('yes');
  await page.getByLabel('Tage in der Klinik').fill('7');
  await page.getByLabel('Selbstbeteiligung').selectOption('250');
  await press(page, 'Jetzt rechnen');
  await page.getByText('Bitte geben Sie einen Betrag von 500 bis 30.000 € ein').waitFor();
  await hasFocus(page, 'bill');
  expect(await page.getByLabel('Tage in der Klinik').inputValue()).toBe('7');
  await look('bill refused');
  await sum.fill('12.000');
  await press(page, 'Jetzt rechnen');
  await page.getByRole('heading', { level: 2, name: 'So teilt sich Ihre Rechnung auf' }).waitFor();
  // the browser leads to the result, below its header
  expect(new URL(page.url()).hash).toBe('#ergebnis');
  const top = async () => (await page.locator('#ergebnis').boundingBox())?.y ?? 0;
  await until(async () => (await top()) >= 60 && (await top()) < 400);
  await look('bill');
  for (const [tariff, left] of [
    ['Basis-OP-Schutz', 'mindestens 9.750 €'],
    ['Top-OP-Schutz', 'höchstens 5.750 €'],
    ['Premium-OP-Schutz', 'mindestens 250 €'],
  ] as const)
    await card(tariff).getByText(left).waitFor();
  await card('Premium-OP-Schutz')
    .getByRole('link', { name: /^Antrag beginnen/ })
    .click();
  await page.waitForURL(/\/application\/[0-9a-f-]{36}\?.*source=messe$/);
};

/** Those that ask nothing about cookies come before the first choice. */
export const forms = { withdrawal, precheck, callback, bill, ...linked };

export async function lookAtForms(page: Page, look: Look, stage: Stage) {
  for (const form of Object.values(forms)) await form({ page, look, stage, hasScript: true });
}
