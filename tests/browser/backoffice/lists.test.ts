/** A list in a real browser: its history, and the width of its table. Their rules: tests/web/backoffice/lists.test.tsx. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { call, enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { phone as longPhone } from '../long-texts';
import { onCleanPage, overflow } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

const markup = '<img src=x onerror=alert(1)>';
const names = [
  'Johanna Sommer',
  'Önder Ülker',
  markup,
  ...Array.from({ length: 7 }, (_, index) => `Gast Nummer${index + 1}`),
  'Letzter Gast',
];
const all = names.length;

beforeAll(async () => {
  const { url } = stage.server;
  for (const [index, name] of names.entries()) {
    const body = { name, phone: `030 2312 ${100 + index}`, email: `gast${index}@post.example` };
    await call(url, 'POST', api.callbackRequests, { ...body, dataProcessingConsent: true });
  }
}, 130_000);

const rows = (page: Page): Locator => page.locator('tbody tr');
const first = (page: Page, text: string) => rows(page).first().filter({ hasText: text }).waitFor();
const search = (page: Page) => page.getByPlaceholder('Name, Telefon oder E-Mail suchen...');
const rowCount = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('tbody tr').length === wanted, count);

async function open(page: Page, path: string) {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('a list keeps search, filter and order in the address, through reload and back', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    page.on('dialog', (dialog) => {
      throw new Error(`A name ran: ${dialog.message()}`);
    });
    await open(page, pages.backofficeCallbacks);
    await page.getByText(`${all} ausstehend • 0 bearbeitet`).waitFor();
    await rowCount(page, all);
    expect(await rows(page).first().textContent()).toContain('Letzter Gast');
    await page.getByText(markup, { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await search(page).pressSequentially('nummer');
    await rowCount(page, 7);
    await page.waitForURL(/q=nummer/);
    await page.getByRole('button', { name: 'Kontakt' }).click();
    await page.waitForURL(/sort=name&dir=desc/);
    await first(page, 'Nummer7');
    await page.getByRole('button', { name: 'Kontakt' }).click();
    await page.waitForURL(/dir=asc/);
    await first(page, 'Nummer1');
    await page.reload();
    await rowCount(page, 7);
    expect(await search(page).inputValue()).toBe('nummer');
    await first(page, 'Nummer1');
    await page.goBack();
    await page.waitForURL(/dir=desc/);
    await page.goBack();
    // typing adds no entry to the history
    await page.waitForURL((url) => !url.search.includes('sort'));
    expect(new URL(page.url()).search).toBe('?q=nummer');
  });
});

test('the longest telephone number does not make a table wider than the window', async () => {
  const wish = { name: 'Gast', phone: longPhone, email: 'gast@post.example', dataProcessingConsent: true };
  await call(stage.server.url, 'POST', api.callbackRequests, wish);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page, pages.backofficeCallbacks);
    await first(page, longPhone);
    expect(await overflow(page)).toBe(0);
  });
});
