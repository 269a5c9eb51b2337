/** Every place of the backoffice has no accessibility violation and is not too wide, on a desk and on a phone. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { overflow } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { holdToasts, toast } from '#tests/support/journey';
import { administrator, call, enter, hire } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);
const stage = setStage();

const markup = '<img src=x onerror=alert(1)>';
let [lukas, begun, whole] = [administrator, '', ''];
beforeAll(async () => {
  const { url } = stage.server;
  lukas = await hire(url, 'lukas.weber');
  // twins: each is named at the other as a possible duplicate
  whole = await storeApplication(url, { horseName: markup, sets: 5, complete: true });
  begun = await storeApplication(url, { horseName: markup, sets: 2 });
  const wish = { name: markup, phone: '030 2312 100', email: 'gast@post.example' };
  await call(url, 'POST', api.callbackRequests, { ...wish, dataProcessingConsent: true });
  stage.mails.refuse(550, 'Mailbox unavailable', 'recipient');
  await call(url, 'POST', api.callbackRequests, { ...wish, dataProcessingConsent: true });
}, 90_000);

const at = (path: string) => stage.server.url + path;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const text = (page: Page, words: string) =>
  page.getByText(words, { exact: true }).filter({ visible: true }).first().waitFor();

type Place = [name: string, go: (page: Page) => Promise<unknown>];
const screen = (name: string, path: string, words: string): Place => [
  name,
  async (page) => {
    await page.goto(at(path));
    await text(page, words);
  },
];

const places: Place[] = [
  [
    'login, refused',
    async (page) => {
      await page.goto(at(pages.login));
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await text(page, 'Benutzername ist erforderlich');
    },
  ],
  [
    'a screen without permission',
    async (page) => {
      await enter(page, stage.server.url, lukas);
      await page.goto(at(pages.backofficeUsers));
      await text(page, 'Dafür fehlt Ihnen die Berechtigung.');
    },
  ],
  [
    'the dashboard of a case handler',
    async (page) => {
      await page.goto(at(pages.backoffice));
      await text(page, 'Anträge gesamt');
    },
  ],
  [
    'the dashboard',
    async (page) => {
      await enter(page, stage.server.url);
      await page.goto(at(pages.backoffice));
      await text(page, 'Administrator-Bereich');
      await page.getByText('Als Tabelle anzeigen').click();
      await page.getByRole('tab', { name: 'Rückrufwünsche' }).click();
      await text(page, markup);
    },
  ],
  screen('applications', pages.backofficeApplications, 'In Bearbeitung'),
  [
    'applications, deletion',
    async (page) => {
      await button(page, 'Löschen').first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  screen('callbacks', pages.backofficeCallbacks, markup),
  screen(
    'callbacks, none found',
    `${pages.backofficeCallbacks}?q=niemand`,
    'Keine Rückruf-Anfragen gefunden',
  ),
  screen('the mail log with its last page', `${pages.backofficeEmailLogs}?page=77`, 'Fehlgeschlagen'),
  [
    'a list that cannot be loaded',
    async (page) => {
      await page.route(`**${api.emailLogs}*`, (route) => route.fulfill({ status: 500, body: 'kaputt' }));
      await page.goto(at(pages.backofficeEmailLogs));
      await text(page, 'Fehler beim Laden der E-Mail-Logs: 500: kaputt');
      await page.unroute(`**${api.emailLogs}*`);
    },
  ],
  screen('accounts', pages.backofficeUsers, 'Alle Benutzer (2)'),
  [
    'a new account, refused',
    async (page) => {
      await button(page, 'Benutzer hinzufügen').click();
      await button(page, 'Erstellen').click();
      await text(page, 'Benutzername muss mindestens 3 Zeichen lang sein');
    },
  ],
  screen('the audit log', pages.backofficeAuditLog, 'Benutzer erstellt'),
  [
    'the password, refused',
    async (page) => {
      await page.goto(at(pages.backofficePassword));
      await button(page, 'Change Password').click();
      await text(page, 'Current password is required');
    },
  ],
  [
    'duplicates',
    (page) =>
      page
        .goto(at(href(pages.backofficeApplication, { id: begun })))
        .then(() => text(page, 'Mögliche Dublette')),
  ],
  ...['Pferd', 'Kontakt', 'Tarif', 'Versicherungsnehmer', 'SEPA', 'E-Mails'].map(
    (name, index): Place => [
      `details, ${name}`,
      async (page) => {
        if (index === 0) await page.goto(at(href(pages.backofficeApplication, { id: whole })));
        await page.getByRole('tab', { name, exact: true }).click();
        await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      },
    ],
  ),
  screen(
    'an application that is gone',
    href(pages.backofficeApplication, { id: crypto.randomUUID() }),
    'Diesen Antrag gibt es nicht oder nicht mehr.',
  ),
  screen(
    'figures of a wrong period',
    `${pages.backofficeInsights}?from=2026-01-02&to=2026-01-01`,
    'Der erste Tag darf nicht nach dem letzten liegen.',
  ),
];

test.each([desktop, phone])('no place at $width px', async (viewport) => {
  const problems = await onPage(stage, viewport, async ({ page }) => {
    page.on('dialog', (dialog) => {
      throw new Error(`A name ran: ${dialog.message()}`);
    });
    for (const [name, go] of places) {
      await go(page);
      await until(async () => (await overflow(page)) === 0);
      expect([name, await axeViolations(page)]).toEqual([name, []]);
    }
  });
  expect(unprovoked(problems, /status of (40[134]|500)/)).toEqual([]);
});

test('a toast is above the backdrop of a dialog, so that it can be clicked', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(at(pages.backofficeUsers));
    await button(page, 'Benutzer hinzufügen').click();
    await page.getByLabel('Benutzername').fill('Admin');
    await page.getByLabel('Passwort', { exact: true }).fill('lang-genug-2');
    await holdToasts(page);
    await button(page, 'Erstellen').click();
    const shown = await toast(page, 'Fehler', 'Dieser Benutzername ist bereits vergeben.');
    await shown.getByRole('button', { name: 'Schließen' }).click();
    await shown.waitFor({ state: 'detached' });
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
});
