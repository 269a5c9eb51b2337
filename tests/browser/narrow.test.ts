/** Every screen at 320 px, with the longest possible texts: nothing is wider than the screen (WCAG 1.4.10). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { SetInput } from '#domain/application';
import { api, href, pages } from '#domain/urls';
import { indexed } from '#server/features/pages/crawlers';
import { axeViolations, callbackFormHydrated, unprovoked } from '#tests/support/browser';
import { atStep, next, openAt, send, tomorrow } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { walkCalls } from './narrow-calls';
import { walkCase, walkCases, walkReturns } from './narrow-cases';
import { tariffs } from './narrow-tariffs';
import { type Look, stopPath, walk } from './narrow-walk';

setDefaultTimeout(120_000);
const stage = setStage();

// as long as the fields allow, without a blank where a line could break
const word = 'Wielandstallgemeinschaft'.repeat(21);
const name = word.slice(0, 100);
const phone = `+49${'8'.repeat(47)}`;
const label = 'w'.repeat(60);
const email = `${label}@${label}.${label}.${label}.example`;
const person = { salutation: 'mrs', firstName: name, lastName: name, email, phone } as const;
const long: SetInput = {
  'horse-data': { ...johanna['horse-data'], horseName: name, chipNumber: '9'.repeat(100) },
  'contact-data': { ...person, dataProcessingConsent: true },
  'tariff-selection': johanna['tariff-selection'],
  'policyholder-info': {
    ...johanna['policyholder-info'],
    ...person,
    street: name,
    city: name,
  },
  'sepa-mandate': { ...johanna['sepa-mandate'], accountHolder: name, bankName: name },
};

test('no public page is wider than a screen of 320 px', async () => {
  const { url } = stage.server;
  const problems = await walk(stage, async (page, look) => {
    await page.goto(url);
    await look('cookie banner');
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    await look('cookie settings');
    await page.getByRole('button', { name: 'Speichern' }).click();
    for (const path of [...indexed, '/gibt-es-nicht']) {
      await page.goto(url + path);
      await look(path);
      await page.locator('header summary').click();
      await page.getByRole('navigation', { name: 'Menü' }).waitFor();
      await look(`${path} with its menu`);
    }
    await page.goto(url + (await stopPath(stage)));
    await look('reminders');
    await page.getByRole('button', { name: 'Keine Erinnerungen mehr senden' }).click();
    await page.getByText('Wir erinnern Sie nicht mehr').waitFor();
    await look('reminders stopped');
    await page.goto(url + pages.callback);
    await callbackFormHydrated(page);
    for (const [field, value] of [
      ['Name', name],
      ['Telefon', phone],
      ['E-Mail', 'keine'],
    ] as const)
      await page.getByLabel(field, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
    await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
    await look('callback refused');
    await page.getByLabel('E-Mail', { exact: true }).fill(email);
    await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
    await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
    await page.getByText('Vielen Dank, wir rufen Sie an').waitFor();
    await look('callback sent');
    await withdrawal(page, look);
  });
  expect(unprovoked(problems, /status of 422/)).toEqual([]);
});

test('the landing page fits in the wider fonts of the system, which a slow visitor sees', async () => {
  const problems = await walk(stage, async (page, look) => {
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(stage.server.url);
    await look('landing page');
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});

async function withdrawal(page: Page, look: Look) {
  await page.goto(stage.server.url + pages.withdrawal);
  await look('withdrawal');
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Name').fill(word.slice(0, 200));
  await field('Antrags- oder Versicherungsnummer (falls zur Hand)').fill(word.slice(0, 100));
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await page.getByRole('alert').waitFor();
  await look('withdrawal refused');
  await field('E-Mail für die Eingangsbestätigung').fill(email);
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' }).waitFor();
  await look('withdrawal received');
}

test('no step of the wizard is wider than a screen of 320 px', async () => {
  const problems = await walk(stage, async (page, look) => {
    const id = await openAt(page, stage.server.url, 1, { person: long, sets: 5 });
    for (const step of [1, 2, 3, 4, 5]) {
      await atStep(page, step);
      await look(`step ${step}`);
      await refuse(page);
      await look(`step ${step}, refused`);
      // restores the stored entries, which `refuse` has cleared
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await atStep(page, step);
      await next(page);
    }
    await atStep(page, 6);
    await look('overview');
    const dearer = {
      status: 409,
      json: { message: 'Der Beitrag hat sich geändert.', monthlyPremium: 1234.5 },
    };
    await page.route('**/complete', (route) => route.fulfill(dearer), { times: 1 });
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('alert').getByText('1.234,50').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await look('a price that has risen');
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').getByText(id).waitFor();
    await look('success dialog');
    await page.reload();
    await page.getByText(id).waitFor();
    await look('sent already');
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
});

/** Clears all fields and clicks "Weiter". */
async function refuse(page: Page) {
  const fields = page.locator('main form').locator('input:not([type=radio], [type=checkbox], [type=hidden])');
  for (const field of await fields.all()) await field.fill('');
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.uncheck();
  // a stored tariff cannot be deselected
  if ((await page.getByRole('radio').count()) > 0) return;
  await next(page);
  await page.getByRole('alert').waitFor();
}

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
