/** Every screen of staff at 320 px, with the longest possible texts: nothing is wider than the screen (WCAG 1.4.10). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { email, long, name, phone, word } from '#tests/browser/long-texts';
import { type Look, walk } from '#tests/browser/narrow-walk';
import { unprovoked } from '#tests/support/browser';
import { send, tomorrow } from '#tests/support/journey';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { walkCalls } from './narrow-calls';
import { walkCase, walkCases, walkReturns } from './narrow-cases';
import { tariffs } from './narrow-tariffs';

setDefaultTimeout(120_000);
const stage = setStage();

/** Stores an open and a submitted application with refused mails, a callback request and a colleague. */
async function fillOffice(page: Page) {
  const { url } = stage.server;
  const [sent, open] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [sent, open]) await store(page, id);
  stage.mails.refuse(451, word);
  await send(page, 'PUT', url + href(api.complete, { id: sent }), {});
  // "Versicherungsnehmer" is the longest name of a step
  await send(page, 'PUT', url + href(api.step, { id: open }), { step: 4 });
  await call(url, 'POST', api.withdrawals, { name: word.slice(0, 200), email, contract: sent });
  const wish = { name, phone, email, preferredTime: word.slice(0, 500), dataProcessingConsent: true };
  await call(url, 'POST', `${api.callbackRequests}?source=${name}`, wish);
  const colleague = { username: name, password: 'lang-genug-2', email, role: 'sachbearbeiter' };
  await call(url, 'POST', api.users, colleague, bearer(await tokenOf(url)));
  return { sent, open };
}

async function store(page: Page, id: string) {
  const horse = { ...long['horse-data'], insuranceStartDate: tomorrow() };
  for (const [key, data] of Object.entries({ ...long, 'horse-data': horse }))
    await send(page, 'POST', stage.server.url + href(api.set(key), { id }), data);
}

test('no page of the backoffice is wider than a screen of 320 px', async () => {
  const { url } = stage.server;
  const problems = await walk(stage, async (page, look) => {
    await page.goto(url + pages.login);
    const enterAs = async (password: string) => {
      await page.getByLabel('Benutzername').fill(administrator.username);
      await page.getByLabel('Passwort', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
    };
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Benutzername ist erforderlich').waitFor();
    await look('login');
    const { sent, open } = await fillOffice(page);
    await enterAs(administrator.password);

    await page.getByText('Anträge gesamt', { exact: true }).waitFor();
    await look('dashboard');
    await page.getByText('Als Tabelle anzeigen').click();
    await page.getByRole('tab', { name: 'Rückrufwünsche' }).click();
    await page.getByText(phone).first().waitFor();
    await look('dashboard, callbacks');
    await page.getByRole('button', { name: 'Menü öffnen' }).click();
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    await look('menu');

    await lists(page, look);
    await tariffs(page, look, url);
    await details(page, look, { sent, open });
    await walkCase(page, look, { url, id: sent, word });
    await walkReturns(page, look, { url, id: sent, word });
    await forms(page, look);
  });
  // a refused reminder, and a case that somebody else had changed
  expect(unprovoked(problems, /status of (502|409)/)).toEqual([]);
});

async function lists(page: Page, look: Look) {
  const at = (path: string) => page.goto(stage.server.url + path);
  await at(pages.backofficeApplications);
  await page.getByText(name).first().waitFor();
  await look('applications');
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check();
  await look('applications selected');
  await page.getByRole('button', { name: /ausgewählte löschen/ }).click();
  await page.getByRole('dialog').waitFor();
  await look('bulk deletion');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Löschen', exact: true }).first().click();
  await page.getByRole('dialog').getByText(name).waitFor();
  await look('deletion');
  await at(`${pages.backofficeApplications}?q=${word.slice(0, 200)}`);
  await page.getByText('Keine Anträge gefunden').waitFor();
  await look('applications, none found');
  await walkCases(page, look, { url: stage.server.url, word });
  await walkCalls(page, look, { url: stage.server.url, name, phone, email });
  await at(pages.backofficeWithdrawals);
  await page.getByText(word.slice(0, 200)).first().waitFor();
  await look('withdrawals');
  for (const name of ['Zuordnen', 'Abschließen']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await look(`withdrawals, ${name}`);
    await page.keyboard.press('Escape');
  }
  await at(pages.backofficeEmailLogs);
  await page.locator('span', { hasText: 'Neuer Versuch folgt' }).first().waitFor();
  await look('mail log');
  await at(pages.backofficeAuditLog);
  await page.getByText(name).first().waitFor();
  await look('audit log');
  await at(pages.backofficeLaunch);
  await page.getByText('Offen', { exact: true }).first().waitFor();
  await look('launch check');
  await at(pages.backofficeRetention);
  await page.getByText('Offene Anträge').first().waitFor();
  await look('retention');
  await at(pages.backofficeProofs);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Suchen' }).click();
  await page.getByRole('list', { name: 'Nachweise' }).waitFor();
  await look('proofs');
}

async function details(page: Page, look: Look, { sent, open }: { sent: string; open: string }) {
  const { url } = stage.server;
  for (const id of [sent, open]) {
    await page.goto(url + href(pages.backofficeApplication, { id }));
    for (const tab of ['Pferd', 'Kontakt', 'Tarif', 'Versicherungsnehmer', 'SEPA', 'E-Mails']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
      await look(`details ${id === sent ? 'sent' : 'open'}, ${tab}`);
    }
  }
  stage.mails.refuse(550, word);
  await page.getByRole('button', { name: 'Erste Erinnerung senden' }).click();
  await page.locator('span', { hasText: 'Fehlgeschlagen' }).waitFor();
  await page.getByRole('region', { name: 'Meldungen' }).getByRole('listitem').waitFor();
  await look('reminder refused');
  stage.mails.accept();
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await page.getByRole('dialog', { name: 'Antrag löschen?' }).waitFor();
  await look('details, deletion');
  await page.goto(url + href(pages.backofficeApplication, { id: crypto.randomUUID() }));
  await page.getByText('Error loading application details').waitFor();
  await look('details, missing');
}

async function forms(page: Page, look: Look) {
  const { url } = stage.server;
  await page.goto(url + pages.backofficeUsers);
  await page.getByText(name).waitFor();
  await look('users');
  // columns that cannot be sorted have no heading above the cards
  expect(await page.locator('thead').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neuen Benutzer erstellen' });
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  await page.getByText('Passwort muss mindestens 6 Zeichen lang sein').waitFor();
  await look('new user');
  await page.goto(url + pages.backofficePassword);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.locator('[aria-invalid]').first().waitFor();
  await look('password');
  await page.goto(url + pages.backofficeSettings);
  await page.getByText('404 Page Not Found').waitFor();
  await look('backoffice, no such page');
}
