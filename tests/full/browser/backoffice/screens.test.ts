/** What only a browser tells of screens of staff: what stays in sight, drafts of a tab, windows, paper, thousands of rows. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { mostRows } from '#domain/insurer/answers';
import { api, href, pages } from '#domain/urls';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { onCleanPage, overflow, press } from '#tests/browser/page-checks';
import { desktop, phone, unprovoked } from '#tests/support/browser';
import { holdToasts, toast } from '#tests/support/journey';
import { readPdf } from '#tests/support/pdf';
import { administrator, bearer, call, enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setStage();

const price = (page: Page) => page.getByRole('complementary', { name: 'Beitrag' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openCall(page: Page) {
  const token = await enter(page, stage.server.url);
  await page.goto(stage.server.url + pages.backofficePreparations);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'contact.salutation');
  return token;
}

/** Whether the price is on the screen as a whole. */
const isInSight = async (page: Page) => {
  const { y = -1, height = 0 } = (await price(page).boundingBox()) ?? {};
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0);
};

test('on a phone the price stays at the foot, and hides no field that has the focus', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openCall(page);
    await page.getByRole('radio', { name: /Premium/ }).check();
    for (const label of ['Vorname', 'Telefon', 'Lebensnummer (falls vorhanden)', 'Zahlweise']) {
      await field(page, label).focus();
      expect(await isInSight(page)).toBe(true);
      const { y = 0, height = 0 } = (await field(page, label).boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual((await price(page).boundingBox())?.y ?? 0);
    }
  });
});

test('a draft survives a reload and a lost session, without the ways to reach anybody', async () => {
  const { url } = stage.server;
  const robin = { name: 'Robin Falkner', phone: '0251 2', email: 'robin@post.example' };
  await call(url, 'POST', api.callbackRequests, { ...robin, dataProcessingConsent: true });
  const problems = await onPage(stage, desktop, async ({ page }) => {
    let token = await openCall(page);
    const entries = { Vorname: 'Gerda', 'E-Mail': 'gerda@post.example', 'Name des Pferdes': 'Donna' };
    for (const [label, text] of Object.entries(entries)) await field(page, label).fill(text);
    await page.getByRole('radio', { name: /Top/ }).check();
    const isKept = async () => {
      await page.getByRole('button', { name: 'Verwerfen' }).waitFor();
      const labels = [...Object.keys(entries), 'Telefon'];
      const values = await Promise.all(labels.map((label) => field(page, label).inputValue()));
      expect(values).toEqual(['Gerda', '', 'Donna', '']);
      expect(await page.getByRole('radio', { name: /Top/ }).isChecked()).toBe(true);
    };
    await page.reload();
    await isKept();
    await field(page, 'E-Mail').fill('gerda@post.example');
    const loseSession = async () => {
      await call(url, 'POST', api.logout, {}, bearer(token));
      const refresh = page.getByRole('button', { name: 'Aktualisieren' });
      const username = page.getByLabel('Benutzername');
      // another call of the page may find it out first, and the button is gone then
      await until(async () => {
        await refresh.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
        return await username.isVisible();
      });
      await username.fill(administrator.username);
      await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '');
      await page.getByRole('link', { name: 'Vorbereitet' }).click();
    };
    await loseSession();
    await isKept();
    // that of a callback is found again, too, and knows the callback's ways
    await page.getByRole('link', { name: 'Rückrufe', exact: true }).click();
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('link', { name: 'Antrag vorbereiten' }).click();
    await field(page, 'Name des Pferdes').fill('Amélie');
    await loseSession();
    await page.getByRole('link', { name: 'Angefangenen Antrag zu einem Rückruf fortsetzen' }).click();
    await page.getByText('Rückruf: Robin Falkner').waitFor();
    expect(await field(page, 'Name des Pferdes').inputValue()).toBe('Amélie');
    expect(await field(page, 'E-Mail').inputValue()).toBe('robin@post.example');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Backoffice Anmeldung' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('staff-drafts'))).toBeNull();
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});

test('the print view opens the PDF for staff in a new tab, or shows an error', async () => {
  const id = await storeApplication(stage.server.url, { horseName: 'Nero', sets: 3 });
  const problems = await onPage(stage, desktop, async ({ page, context }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await page.getByText(id, { exact: true }).waitFor();
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

test('the figures are printed whole, on few pages and without controls', async () => {
  const { url } = stage.server;
  await storeApplication(url, { horseName: 'Fjölnir', sets: 5, complete: true });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeInsights);
    await page.getByRole('table', { name: 'Nach Tarif' }).getByRole('row').nth(1).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const part of ['navigation', 'button', 'combobox'] as const)
      expect(await page.getByRole(part).count()).toBe(0);
    await page.getByRole('heading', { name: 'Kennzahlen' }).waitFor();
    await page.getByText(/^\d\d\.\d\d\.\d{4} bis \d\d\.\d\d\.\d{4}$/).waitFor();
    expect(await overflow(page)).toBe(0);
    const { sheets } = await readPdf(await page.pdf());
    expect(sheets.length).toBeLessThanOrEqual(4);
    for (const { text, width, pieces } of sheets) {
      expect(text).not.toBe('');
      // nothing is cut, or stands in the margin of 16 mm
      expect(Math.max(...pieces.map((piece) => piece.x + piece.width))).toBeLessThan(width - 45);
    }
  });
});

test('the largest file stays quick: only the rows near the window are in the document', async () => {
  const { url } = stage.server;
  const lines = Array.from({ length: mostRows }, (_, at) => `SF-20200101-A${at};policiert;V-${at}`);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeReturns);
    const file = {
      name: 'alles.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Referenz;Stand;VSNR', ...lines].join('\n')),
    };
    await page.getByLabel('Datei auswählen').setInputFiles(file);
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();
    await page.getByText('Kein Antrag hat diese Referenz.').first().waitFor();
    const filter = page.getByRole('combobox', { name: 'Zeilen filtern' });
    expect(await filter.textContent()).toContain('Probleme (2.000)');
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByText(`SF-20200101-A${mostRows - 1}`).waitFor();
  });
});

test('a toast is above the backdrop of a dialog, so that it can be clicked', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeUsers);
    await press(page, 'Benutzer hinzufügen');
    await page.getByLabel('Benutzername').fill('Admin');
    await page.getByLabel('Passwort', { exact: true }).fill('lang-genug-2');
    await holdToasts(page);
    await press(page, 'Erstellen');
    const shown = await toast(page, 'Fehler', 'Dieser Benutzername ist bereits vergeben.');
    await shown.getByRole('button', { name: 'Schließen' }).click();
    await shown.waitFor({ state: 'detached' });
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
});
