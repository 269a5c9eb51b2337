/** One application in a real browser: read, reminded, printed, deleted. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { toast, tomorrow } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { bearer, enter, withAdministrator } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage(withAdministrator);

const tabs = ['Pferd', 'Kontakt', 'Tarif', 'Versicherungsnehmer', 'SEPA', 'E-Mails'];
const markup = '<img src=x onerror=alert(1)>';

/** An application with the first `sets` data sets of Johanna, sent off if all five are there and `complete`. */
async function begin(sets: number, complete = false): Promise<string> {
  const id = crypto.randomUUID();
  const data = {
    ...johanna,
    'horse-data': { ...johanna['horse-data'], horseName: markup, insuranceStartDate: tomorrow() },
  };
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(stage.server.url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  for (const key of setKeys.slice(0, sets)) await send('POST', href(api.set(key), { id }), data[key]);
  if (complete) await send('PUT', href(api.complete, { id }), {});
  return id;
}

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

test.each([desktop, phone])('every tab reads and fits at $width px', async (viewport) => {
  const id = await begin(5, true);
  const problems = await onPage(stage, viewport, async ({ page }) => {
    await open(page, id);
    // a name of markup is a name
    await page.getByText(markup, { exact: true }).waitFor();
    for (const name of tabs) {
      await tab(page, name).click();
      await selected(page, name);
      expect(await axeViolations(page)).toEqual([]);
      expect(await width(page)).toBe(viewport.width);
    }
  });
  expect(problems).toEqual([]);
});

test('tabs are walked by arrow keys; the address keeps the open one', async () => {
  const id = await begin(5);
  const problems = await onPage(stage, desktop, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('the way back leads to the list as it was left', async () => {
  const id = await begin(2);
  const problems = await onPage(stage, desktop, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('deleting asks first, tells, and goes back to the list', async () => {
  const id = await begin(3);
  const problems = await onPage(stage, desktop, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('what somebody else just deleted is told and left', async () => {
  const id = await begin(3);
  const problems = await onPage(stage, phone, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('a reminder goes out, or its refusal is told; the history has both', async () => {
  const id = await begin(2);
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await open(page, id, '?tab=emails');
    await page.getByText('Keine E-Mails verfügbar').waitFor();
    await press(page, 'Erste Erinnerung senden');
    await toast(page, 'Email versendet');
    const history = page.getByRole('table', { name: 'Verlauf' });
    await history.getByRole('row', { name: /1\. Erinnerung.*Erfolgreich/ }).waitFor();
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

test('without an address there is no reminder', async () => {
  const id = await begin(1);
  const problems = await onPage(stage, phone, async ({ page }) => {
    await open(page, id, '?tab=emails');
    for (const name of ['Erste Erinnerung senden', 'Zweite Erinnerung senden']) {
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    }
    expect(await axeViolations(page)).toEqual([]);
  });
  expect(problems).toEqual([]);
});

test('a server that is away is told, and asked again', async () => {
  const id = await begin(2);
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

test('the print view is the PDF for staff in a tab of its own, or a toast', async () => {
  const id = await begin(3);
  const problems = await onPage(stage, desktop, async ({ page, context }) => {
    await open(page, id);
    const address = `${stage.server.url}${href(api.document, { id })}?copy=staff`;
    const [opened, answered] = [context.waitForEvent('page'), page.waitForResponse(address)];
    await press(page, 'Druckansicht');
    const tab = await opened;
    // Chromium without a window saves what it cannot show
    const saved = tab.waitForEvent('download').then((download) => download.url());
    const shown = tab.waitForURL(/^blob:/).then(() => tab.url());
    expect(await Promise.any([saved, shown])).toStartWith('blob:');
    expect((await answered).headers()['content-type']).toBe('application/pdf');
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
