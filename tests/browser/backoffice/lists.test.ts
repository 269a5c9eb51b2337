/** The lists of callback requests and of mails in a real browser. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { EmailLogPage } from '#domain/mails/log';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { bearer, call, enter, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage, overflow } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

const markup = '<img src=x onerror=alert(1)>';
const names = [
  'Johanna Sommer',
  'Önder Ülker',
  markup,
  'Zoë Zander',
  ...Array.from({ length: 7 }, (_, index) => `Gast Nummer${index + 1}`),
];
/** Each callback request sends one mail to the visitor and one to the staff. */
const mailCount = names.length * 2;

/** Requests a callback as the form on the website does. */
async function wish(name: string, index: number) {
  const email = `gast${index}@post.example`;
  const body = { name, phone: `030 2312 ${100 + index}`, email, preferredTime: 'abends' };
  await call(stage.server.url, 'POST', `${api.callbackRequests}?source=messe`, {
    ...body,
    dataProcessingConsent: true,
  });
}

beforeAll(async () => {
  // the mails of the last request are refused
  for (const [index, name] of names.entries()) await wish(name, index);
  await stage.mails.received(mailCount, 60_000);
  stage.mails.refuse(550, 'Mailbox unavailable', 'recipient');
  await wish('Letzter Gast', 98);
  const headers = bearer(await tokenOf(stage.server.url));
  await until(async () => {
    const answer = await call(stage.server.url, 'GET', api.emailLogs, undefined, headers);
    return ((await answer.json()) as EmailLogPage).total >= mailCount + 2;
  }, 60_000);
}, 130_000);

const all = names.length + 1;
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const rows = (page: Page): Locator => page.locator('tbody tr');
const search = (page: Page) => page.getByPlaceholder('Name, Telefon oder E-Mail suchen...');
const rowCount = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('tbody tr').length === wanted, count);

async function open(page: Page, path: string) {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

describe('callback requests', () => {
  const openCallbacks = (page: Page, query = '') => open(page, pages.backofficeCallbacks + query);

  test('keep search, filter and order in the address, through reload and back', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      page.on('dialog', (dialog) => {
        throw new Error(`A name ran: ${dialog.message()}`);
      });
      await openCallbacks(page);
      await page.getByText(`${all} ausstehend • 0 bearbeitet`).waitFor();
      await rowCount(page, all);
      expect(await rows(page).first().textContent()).toContain('Letzter Gast');
      const places = await rows(page)
        .first()
        .locator('td:last-child :is(a, button)')
        .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().top));
      // four in two lines, so that more rows fit on the screen
      expect([places.length, new Set(places).size]).toEqual([4, 2]);
      await page.getByText(markup, { exact: true }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await search(page).pressSequentially('nummer');
      await rowCount(page, 7);
      await page.waitForURL(/q=nummer/);
      await page.getByRole('button', { name: 'Kontakt' }).click();
      await page.waitForURL(/sort=name&dir=desc/);
      expect(await rows(page).first().textContent()).toContain('Nummer7');
      await page.getByRole('button', { name: 'Kontakt' }).click();
      await page.waitForURL(/dir=asc/);
      expect(await rows(page).first().textContent()).toContain('Nummer1');
      await page.reload();
      await rowCount(page, 7);
      expect(await search(page).inputValue()).toBe('nummer');
      expect(await rows(page).first().textContent()).toContain('Nummer1');
      await page.goBack();
      await page.waitForURL(/dir=desc/);
      await page.goBack();
      // typing adds no entry to the history
      await page.waitForURL((url) => !url.search.includes('sort'));
      expect(new URL(page.url()).search).toBe('?q=nummer');
      await page.getByLabel('Nach Status filtern').selectOption({ label: 'Bearbeitet' });
      await page.getByText('Keine Rückruf-Anfragen gefunden').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.goBack();
      await rowCount(page, 7);
      for (const text of ['030 2312 101', 'ÜLKER', 'gast1@']) {
        await search(page).fill(text);
        await page.getByText('Önder Ülker').waitFor();
        await rowCount(page, 1);
      }
    });
  });

  test('have links that dial the phone number and write to the e-mail address', async () => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await openCallbacks(page, '?q=sommer');
      await rowCount(page, 1);
      const row = rows(page).first();
      expect(await row.getByRole('link', { name: '030 2312 100' }).getAttribute('href')).toBe(
        'tel:0302312100',
      );
      const mail = row.getByRole('link', { name: 'gast0@post.example' });
      expect(await mail.getAttribute('href')).toBe('mailto:gast0@post.example');
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  test('can be marked as processed by keyboard, and list and dashboard are reloaded', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await open(page, pages.backoffice);
      await page.getByRole('link', { name: 'Rückrufe', exact: true }).click();
      await titled(page, 'Rückruf-Anfragen');
      // while the list loads there is no search
      await search(page).waitFor();
      await tabTo(page, () => document.activeElement?.matches('input[type=search]'));
      await page.keyboard.type('zoë');
      await rowCount(page, 1);
      await tabTo(page, () => document.activeElement?.textContent === 'Als bearbeitet markieren');
      const reloaded = page.waitForRequest(`**${api.staffCallbacks}`);
      await page.keyboard.press('Enter');
      await toast(page, 'Erfolgreich', 'Rückruf-Anfrage wurde als bearbeitet markiert');
      await reloaded;
      await page.getByText(`${all - 1} ausstehend • 1 bearbeitet`).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      const again = page.waitForRequest(`**${api.dashboard}`);
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await again;
    });
  });

  test('show an error and keep the button when the server is unreachable', async () => {
    const problems = await onPage(stage, desktop, async ({ page }) => {
      await openCallbacks(page, '?q=nummer1');
      const button = page.getByRole('button', { name: 'Als bearbeitet markieren' });
      await button.waitFor();
      await page.route('**/api/backoffice/**', (route) => route.abort());
      await button.click();
      await toast(page, 'Fehler', 'Failed to process request');
      // the list stays, with the error of its reload above it
      await page.getByText(/^Fehler beim Laden der Rückruf-Anfragen: /).waitFor();
      await rowCount(page, 1);
      await page.unroute('**/api/backoffice/**');
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await page.getByText(/^Fehler beim Laden/).waitFor({ state: 'detached' });
      await button.click();
      await toast(page, 'Erfolgreich', 'Rückruf-Anfrage wurde als bearbeitet markiert');
    });
    expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
  });

  test('are not reloaded automatically on focus, reconnection or return', async () => {
    await onCleanPage(stage, desktop, async ({ page, context }) => {
      await openCallbacks(page);
      await rowCount(page, all);
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(request.url());
      });
      const other = await context.newPage();
      await other.goto(`${stage.server.url}/robots.txt`);
      await page.bringToFront();
      await page.evaluate(() => {
        for (const name of ['focus', 'online']) window.dispatchEvent(new Event(name));
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await page.getByRole('link', { name: 'E-Mail-Log', exact: true }).click();
      await rowCount(page, 20);
      await page.goBack();
      await rowCount(page, all);
      expect(calls.map((url) => new URL(url).pathname)).toEqual([api.emailLogs]);
    });
  });
});

describe('the mail log', () => {
  const openLog = (page: Page, query = '') => open(page, pages.backofficeEmailLogs + query);
  const filter = (page: Page) => page.getByLabel('Nach Typ filtern');

  test('keeps page, filter and order in the address, and the server applies them', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await openLog(page);
      await page.getByText(`${mailCount + 2} Einträge`).waitFor();
      await page.getByText('Seite 1 von 2').waitFor();
      await rowCount(page, 20);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Weiter' }).click();
      await page.getByText('Seite 2 von 2').waitFor();
      await rowCount(page, mailCount + 2 - 20);
      await page.waitForURL(/page=2/);
      await page.reload();
      await page.getByText('Seite 2 von 2').waitFor();
      await page.goBack();
      await page.getByText('Seite 1 von 2').waitFor();
      await page.goForward();
      await page.getByText('Seite 2 von 2').waitFor();
      await filter(page).selectOption({ label: 'Rückruf Bestätigung' });
      await page.getByText(`${all} Einträge`).waitFor();
      await rowCount(page, all);
      expect(new URL(page.url()).search).toBe('?type=callback_confirmation');
      expect(await page.getByText(/^Seite/).count()).toBe(0);
      await page.getByRole('button', { name: 'Empfänger' }).click();
      await page.waitForURL(/sort=recipientEmail&dir=desc/);
      await rows(page).first().getByText('gast9@post.example').waitFor();
      await page.getByRole('button', { name: 'Empfänger' }).click();
      await rows(page).first().getByText('gast0@post.example').waitFor();
    });
  });

  test('shows the old page until the next one is loaded', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await openLog(page);
      await rowCount(page, 20);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(/email-logs\?.*page=2/, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Weiter' }).click();
      await page.getByText('Aktualisiere...').waitFor();
      expect(await rows(page).count()).toBe(20);
      release();
      await rowCount(page, mailCount + 2 - 20);
      await page.getByText('Aktualisiere...').waitFor({ state: 'detached' });
    });
  });

  test('shows why a mail failed, and shows the last page instead of a missing one', async () => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await openLog(page, '?page=77');
      await page.getByText('Seite 2 von 2').waitFor();
      await page.getByRole('button', { name: 'Zurück' }).click();
      await page.locator('span', { hasText: 'Fehlgeschlagen' }).first().waitFor();
      await page.getByText('550').first().waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  test('shows the error of the server and offers a retry', async () => {
    const problems = await onPage(stage, desktop, async ({ page }) => {
      const fail = (route: { fulfill(answer: object): Promise<void> }) =>
        route.fulfill({ status: 500, body: 'kaputt' });
      await page.route(`**${api.emailLogs}*`, fail);
      await openLog(page);
      await page.getByText('Fehler beim Laden der E-Mail-Logs: 500: kaputt').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.unroute(`**${api.emailLogs}*`);
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await rowCount(page, 20);
    });
    expect(unprovoked(problems, /status of 500/)).toEqual([]);
  });
});

/** Presses Tab until `isThere` holds. The focus must be visible at each stop. */
async function tabTo(page: Page, isThere: () => boolean | undefined) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      const onPage = document.activeElement !== document.body;
      return !onPage || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
    });
    expect(seen).toBe(true);
    if (await page.evaluate(isThere)) return;
  }
  throw new Error('Tab never reached the element.');
}
