/** The details of an application in a real browser: tabs, reminders, print view, deletion. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { bearer, enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

const tabs = ['Pferd', 'Kontakt', 'Tarif', 'Versicherungsnehmer', 'SEPA', 'E-Mails'];
const markup = '<img src=x onerror=alert(1)>';

const store = (sets: number, complete = false) =>
  storeApplication(stage.server.url, { horseName: markup, sets, complete });

async function open(page: Page, id: string, search = ''): Promise<string> {
  const token = await enter(page, stage.server.url);
  await page.goto(stage.server.url + href(pages.backofficeApplication, { id }) + search);
  await page.getByText(id, { exact: true }).waitFor();
  return token;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const selected = (page: Page, name: string) =>
  page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test.each([desktop, phone])('every tab is accessible and not too wide at $width px', async (viewport) => {
  const id = await store(5, true);
  await onCleanPage(stage, viewport, async ({ page }) => {
    await open(page, id);
    // markup in a name is shown as text
    await page.getByText(markup, { exact: true }).waitFor();
    for (const name of tabs) {
      await tab(page, name).click();
      await selected(page, name);
      expect(await axeViolations(page)).toEqual([]);
      expect(await width(page)).toBe(viewport.width);
    }
  });
});

test('arrow keys move between the tabs, and the address keeps the open one', async () => {
  const id = await store(5);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page, id);
    await tab(page, 'Pferd').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Kontakt'],
      ['ArrowRight', 'Tarif'],
      ['End', 'E-Mails'],
      ['ArrowRight', 'Pferd'],
      ['ArrowLeft', 'E-Mails'],
      ['ArrowLeft', 'SEPA'],
    ] as const) {
      await page.keyboard.press(key);
      await selected(page, name);
    }
    await page.getByText('DE89 3704 0044 0532 0130 00', { exact: true }).waitFor();
    await page.waitForURL(/\?tab=sepa$/);
    await page.reload();
    await selected(page, 'SEPA');
  });
});

test('the back link leads to the list with its search', async () => {
  const id = await store(2);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    const list = `${stage.server.url}${pages.backofficeApplications}?q=${id.slice(0, 13)}`;
    await page.goto(list);
    const back = page.getByRole('link', { name: 'Zurück zur Liste' });
    for (const between of [
      async () => {},
      async () => await tab(page, 'Tarif').click(),
      async () => {
        await tab(page, 'Kontakt').click();
        await page.waitForURL(/tab=contact$/);
        await page.reload();
        await selected(page, 'Kontakt');
      },
    ]) {
      await page.getByRole('link', { name: 'Details' }).click();
      await page.getByText(id, { exact: true }).waitFor();
      await between();
      await back.click();
      await page.waitForURL(list);
    }
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await back.click();
    await page.waitForURL(stage.server.url + pages.backofficeApplications);
  });
});

test('a deletion asks for confirmation, reports success and returns to the list', async () => {
  const id = await store(3);
  await onCleanPage(stage, desktop, async ({ page }) => {
    const token = await open(page, id);
    await press(page, 'Löschen');
    const dialog = page.getByRole('dialog', { name: 'Antrag löschen?' });
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await press(page, 'Löschen');
    await press(page, 'Ja, löschen');
    await toast(page, 'Antrag gelöscht', 'Der Antrag wurde erfolgreich gelöscht.');
    await page.waitForURL(stage.server.url + pages.backofficeApplications);
    const left = await page.request.get(stage.server.url + href(api.details, { id }), {
      headers: bearer(token),
    });
    expect(left.status()).toBe(404);
  });
});

test('deleting an application that somebody else has deleted shows an error and returns to the list', async () => {
  const id = await store(3);
  await onCleanPage(stage, phone, async ({ page }) => {
    const token = await open(page, id);
    await page.request.delete(stage.server.url + href(api.staffApplication, { id }), {
      headers: bearer(token),
    });
    await press(page, 'Löschen');
    await press(page, 'Ja, löschen');
    await toast(page, 'Fehler beim Löschen', 'Der Antrag konnte nicht gelöscht werden.');
    await page.waitForURL(stage.server.url + pages.backofficeApplications);
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await page.getByText('Error loading application details').waitFor();
    await page.getByText('Diesen Antrag gibt es nicht oder nicht mehr.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('a reminder is sent or its refusal is shown, and the history lists both', async () => {
  const id = await store(2);
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await open(page, id, '?tab=emails');
    await page.getByText('Keine E-Mails verfügbar').waitFor();
    await press(page, 'Erste Erinnerung senden');
    await toast(page, 'Email versendet');
    const history = page.getByRole('table', { name: 'Verlauf' });
    await history.getByRole('row', { name: /1\. Erinnerung.*Erfolgreich/ }).waitFor();
    // it was disabled in between
    await page.locator('button:focus', { hasText: 'Erste Erinnerung senden' }).waitFor();
    expect(stage.mails.mails.some(({ raw }) => raw.includes(id))).toBe(true);
    stage.mails.refuse(550, 'Mailbox unavailable');
    await press(page, 'Zweite Erinnerung senden');
    await toast(page, 'Fehler beim Senden der Email');
    await history.getByRole('row', { name: /2\. Erinnerung.*Fehlgeschlagen.*550/ }).waitFor();
    stage.mails.accept();
    expect(await axeViolations(page)).toEqual([]);
  });
  expect(unprovoked(problems, /status of 502/)).toEqual([]);
});

test('reminders cannot be sent without an e-mail address', async () => {
  const id = await store(1);
  await onCleanPage(stage, phone, async ({ page }) => {
    await open(page, id, '?tab=emails');
    for (const name of ['Erste Erinnerung senden', 'Zweite Erinnerung senden']) {
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    }
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('an unreachable server shows an error and a retry, and failed actions show a toast', async () => {
  const id = await store(2);
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    const call = `**${href(api.details, { id })}`;
    await page.route(call, (route) => route.abort());
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await page.getByText('Error loading application details').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute(call);
    await press(page, 'Erneut versuchen');
    await page.getByText(id, { exact: true }).waitFor();
    await page.route('**/api/backoffice/**', (route) => route.abort());
    await press(page, 'Löschen');
    await press(page, 'Ja, löschen');
    await toast(page, 'Fehler beim Löschen', 'Der Antrag konnte nicht gelöscht werden.');
    expect(page.url()).toEndWith(href(pages.backofficeApplication, { id }));
    await tab(page, 'E-Mails').click();
    await press(page, 'Erste Erinnerung senden');
    await toast(page, 'Fehler beim Senden der Email', 'Die Email konnte nicht versendet werden');
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});

test('the print view opens the PDF for staff in a new tab, or shows an error', async () => {
  const id = await store(3);
  const problems = await onPage(stage, desktop, async ({ page, context }) => {
    await open(page, id);
    const address = `${stage.server.url}${href(api.document, { id })}?copy=staff`;
    const [opened, response] = [context.waitForEvent('page'), page.waitForResponse(address)];
    await press(page, 'Druckansicht');
    const tab = await opened;
    // Chromium without a window cannot show a PDF and downloads it
    const saved = tab.waitForEvent('download').then((download) => download.url());
    const shown = tab.waitForURL(/^blob:/).then(() => tab.url());
    expect(await Promise.any([saved, shown])).toStartWith('blob:');
    expect((await response).headers()['content-type']).toBe('application/pdf');
    await tab.close();
    await page.route(address, (route) => route.abort());
    const next = context.waitForEvent('page');
    await press(page, 'Druckansicht');
    await toast(page, 'Fehler', 'Das PDF konnte nicht heruntergeladen werden');
    const empty = await next;
    if (!empty.isClosed()) await empty.waitForEvent('close');
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});
