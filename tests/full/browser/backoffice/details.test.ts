/** A reminder through a real mail server, and the print view in a tab of its own. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

const store = (sets: number) => storeApplication(stage.server.url, { horseName: 'Nero', sets });

async function open(page: Page, id: string, search = '') {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + href(pages.backofficeApplication, { id }) + search);
  await page.getByText(id, { exact: true }).waitFor();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

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
