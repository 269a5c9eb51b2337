/** A way through every screen of staff, with the longest possible texts. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { email, label, long, name, phone, word } from '#tests/browser/long-texts';
import type { Look } from '#tests/browser/visitor-walks';
import { send, tomorrow } from '#tests/support/journey';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import type { Stage } from '#tests/support/stage';
import { shownMail } from './lenses';

/** Stores an open and a submitted application with refused mails, a callback request and a colleague. */
export async function fillOffice(page: Page, { server: { url }, mails }: Stage) {
  const [sent, open] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [sent, open]) await store(page, url, id);
  mails.refuse(451, word);
  await send(page, 'PUT', url + href(api.complete, { id: sent }), {});
  // "Versicherungsnehmer" is the longest name of a step
  await send(page, 'PUT', url + href(api.step, { id: open }), { step: 4 });
  await call(url, 'POST', api.withdrawals, { name: word.slice(0, 200), email, contract: sent });
  const wish = { name, phone, email, preferredTime: word.slice(0, 500), dataProcessingConsent: true };
  await call(url, 'POST', `${api.callbackRequests}?source=${name}`, wish);
  const headers = bearer(await tokenOf(url));
  const contact = { salutation: 'mrs', firstName: name, lastName: name, email, phone };
  await call(url, 'POST', api.preparations, { id: crypto.randomUUID(), contact }, headers);
  const choice = { tariffType: 'premium', selfParticipation: 1000, paymentFrequency: 'semiannual' };
  await call(url, 'POST', api.staffOffers, { id: crypto.randomUUID(), email, ...choice }, headers);
  const colleague = { username: name, password: 'lang-genug-2', email, role: 'sachbearbeiter' };
  await call(url, 'POST', api.users, colleague, headers);
  return { sent, open };
}

async function store(page: Page, url: string, id: string) {
  const horse = { ...long['horse-data'], insuranceStartDate: tomorrow() };
  for (const [key, data] of Object.entries({ ...long, 'horse-data': horse }))
    await send(page, 'POST', url + href(api.set(key), { id }), data);
}

/** Signs in by the form, and goes through all screens with the longest texts. */
export async function lookAtOffice(page: Page, look: Look, stage: Stage) {
  const { url } = stage.server;
  await page.goto(url + pages.login);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Benutzername ist erforderlich').waitFor();
  await look('login');
  const { sent, open } = await fillOffice(page, stage);
  await page.getByLabel('Benutzername').fill(administrator.username);
  await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Anträge gesamt', { exact: true }).waitFor();
  await look('dashboard');
  await page.getByText('Als Tabelle anzeigen').click();
  await page.getByRole('tab', { name: 'Rückrufwünsche' }).click();
  await page.getByText(phone).first().waitFor();
  await look('dashboard, callbacks');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await page.getByRole('button', { name: 'Abmelden' }).waitFor();
  await look('menu');
  await lookAtScreens(page, look, url);
  await walkCall(page, look, { url, name });
  await tariffs(page, look, url);
  await details(page, look, stage, { sent, open });
  await walkCase(page, look, { url, id: sent, word });
  await walkReturns(page, look, { url, id: sent, word });
  await forms(page, look, url);
}

/** A screen, what it shows once it is loaded, and the buttons that open a dialog. */
const screens: [place: string, path: string, shown: string, buttons?: (string | RegExp)[]][] = [
  ['applications', pages.backofficeApplications, name, [/ausgewählte löschen/, 'Löschen']],
  ['no applications', `${pages.backofficeApplications}?q=${word.slice(0, 200)}`, 'Keine Anträge gefunden'],
  [
    'cases',
    pages.backofficeCases,
    word.slice(0, 100),
    ['Zuweisen', 'Wiedervorlage setzen', 'Übergabedatei erstellen'],
  ],
  ['no cases', `${pages.backofficeCases}?view=done&q=${word.slice(0, 200)}`, 'Keine Vorgänge in dieser'],
  ['callbacks', pages.backofficeCallbacks, phone],
  ['search', `${pages.backofficeSearch}?q=${email}`, 'Antrag vorbereiten', ['Angebot senden']],
  ['nobody', `${pages.backofficeSearch}?q=${word.slice(0, 90)}x`, 'Niemand gefunden'],
  ['offers', pages.backofficeOffers, label, ['Löschen']],
  ['withdrawals', pages.backofficeWithdrawals, word.slice(0, 200), ['Zuordnen', 'Abschließen']],
  ['mail log', pages.backofficeEmailLogs, 'Neuer Versuch folgt'],
  ['audit log', pages.backofficeAuditLog, name],
  ['launch check', pages.backofficeLaunch, 'Offen'],
  ['retention', pages.backofficeRetention, 'Offene Anträge'],
  ['users', pages.backofficeUsers, name, ['Abwesenheit']],
  ['account', pages.backofficeAccount, 'Abwesend bis'],
  ['second factor', pages.backofficeSecondFactor, 'Zwei-Faktor-Anmeldung'],
];

async function lookAtScreens(page: Page, look: Look, url: string) {
  for (const [place, path, shown, buttons = []] of screens) {
    await page.goto(url + path);
    await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
    await look(place);
    const all = page.getByRole('checkbox', { name: 'Alle auswählen' });
    if ((await all.count()) > 0 && buttons.length > 0) {
      await all.check();
      await look(`${place} selected`);
    }
    for (const button of buttons) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
      await look(`${place}, ${button}`);
      await page.keyboard.press('Escape');
    }
  }
  await page.goto(url + pages.backofficeCases);
  await page.getByText('Frühere Übergaben').click();
  await page.getByText(/Anträge · CSV/).waitFor();
  await look('hand-overs');
  await page.goto(url + pages.backofficeProofs);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Suchen' }).click();
  await page.getByRole('list', { name: 'Nachweise' }).waitFor();
  await look('proofs');
}

type Ids = { sent: string; open: string };

async function details(page: Page, look: Look, { server: { url }, mails }: Stage, { sent, open }: Ids) {
  for (const id of [sent, open]) {
    await page.goto(url + href(pages.backofficeApplication, { id }));
    for (const tab of ['Pferd', 'Kontakt', 'Tarif', 'Versicherungsnehmer', 'SEPA', 'E-Mails']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
      await look(`details ${id === sent ? 'sent' : 'open'}, ${tab}`);
    }
    if (id !== sent) continue;
    await page.getByRole('button', { name: 'Beratung dokumentieren' }).click();
    await page.getByRole('dialog').waitFor();
    await look('advice');
    await page.keyboard.press('Escape');
  }
  mails.refuse(550, word);
  await page.getByRole('button', { name: 'Erste Erinnerung senden' }).click();
  await page.locator('span', { hasText: 'Fehlgeschlagen' }).waitFor();
  await page.getByRole('region', { name: 'Meldungen' }).getByRole('listitem').waitFor();
  await look('reminder refused');
  mails.accept();
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await page.getByRole('dialog', { name: 'Antrag löschen?' }).waitFor();
  await look('details, deletion');
  await page.goto(url + href(pages.backofficeApplication, { id: crypto.randomUUID() }));
  await page.getByText('Error loading application details').waitFor();
  await look('details, missing');
}

async function forms(page: Page, look: Look, url: string) {
  await page.goto(url + pages.backofficeUsers);
  await page.getByText(name).waitFor();
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
}

/** A call about a request, with the longest texts, and the dialogs of what was prepared and of offers. */
async function walkCall(page: Page, look: Look, { url, name }: { url: string; name: string }) {
  await page.goto(url + pages.backofficeCallbacks);
  await page.getByRole('button', { name: 'Weitere Aktionen' }).first().click();
  await page.getByRole('link', { name: 'Antrag vorbereiten' }).first().waitFor();
  await look('callbacks, more');
  await page.getByRole('link', { name: 'Antrag vorbereiten' }).first().click();
  const send = page.getByRole('button', { name: 'Einladung senden' });
  await send.waitFor();
  await page.getByText(`${name} ${name}`).waitFor();
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('checkbox', { name: /Jemand anderes/ }).check();
  await page.getByLabel('Geburtsdatum').last().fill('2026-01-01');
  await page.getByLabel('Vorname').first().fill('');
  await send.click();
  await page.getByText(/Angaben fehlen noch/).waitFor();
  await look('call, refused');
  await page.getByLabel('Geburtsdatum').last().fill('');
  await page.getByLabel('Vorname').first().fill(name);
  await page.getByLabel('Nachname').first().fill(name);
  await send.click();
  await page.getByText('Die Einladung ist unterwegs').waitFor();
  await look('call, sent');
  await page.getByRole('button', { name: 'Löschen' }).first().click();
  await page.getByRole('dialog').waitFor();
  await look('prepared, deletion');
  await page.goto(url + pages.backofficeOffers);
  await page.getByRole('button', { name: 'Angebot senden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Angebot senden' });
  await dialog.getByRole('button', { name: 'Angebot senden' }).click();
  await page.getByText('Bitte wählen Sie einen Tarif').waitFor();
  await look('offers, refused');
}

type Place = { url: string; id: string; word: string };

/** A case with the longest texts, whose question is sent and not answered, and which somebody else has changed. */
async function walkCase(page: Page, look: Look, { url, id, word }: Place) {
  const region = page.getByRole('region', { name: 'Vorgang' });
  const save = () => region.getByRole('button', { name: 'Speichern' }).click();
  await page.goto(url + href(pages.backofficeApplication, { id }));
  await region.getByLabel('Stand').selectOption('inquiry');
  await save();
  await page.getByLabel('Betreff').fill(word.slice(0, 150));
  await page.getByLabel('Nachricht', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Vorschau' }).click();
  expect(await shownMail(page)).toEqual({ padding: '20px', scrolls: false });
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
async function walkReturns(page: Page, look: Look, { url, id, word }: Place) {
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

const shortWord = word.slice(0, 216);

/** The list, the form with the longest texts and a message, the preview and the release. */
async function tariffs(page: Page, look: Look, url: string) {
  await page.goto(url + pages.backofficeTariffs);
  await page.getByRole('button', { name: 'Entwurf anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Entwurf bearbeiten' }).waitFor();
  await page.getByText(/^Basis-OP-Schutz: /).click();
  await page.getByLabel('Leistung 1', { exact: true }).first().fill(shortWord.slice(0, 60));
  await page.getByLabel('Beschreibung').first().fill(shortWord.slice(0, 200));
  await page.getByLabel('Top-OP-Schutz, Ohne SB').fill('9999,99');
  await page.getByLabel('Premium-OP-Schutz, Ohne SB').fill(shortWord);
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
