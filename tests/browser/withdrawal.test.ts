/** The withdrawal in a real browser: without JavaScript on a small phone, by keyboard, and staff who close it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { onPage, setStage, staffAddress } from '#tests/support/stage';
import { storeApplication } from './backoffice/stored-application';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };

const labels = {
  name: 'Name',
  email: 'E-Mail für die Eingangsbestätigung',
  contract: 'Antrags- oder Versicherungsnummer (falls zur Hand)',
};
const field = (page: Page, name: keyof typeof labels) => page.getByLabel(labels[name], { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
const received = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' }).waitFor();

test('works without JavaScript on a small phone: from the footer to the stored PDF', async () => {
  const { url } = stage.server;
  const context = await stage.browser.newContext({ viewport: narrow, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await page.waitForURL(url + pages.withdrawal);

  await field(page, 'name').fill('Johanna Sommer');
  await field(page, 'email').fill('johanna.sommer');
  await field(page, 'contract').fill('K-77');
  await send(page);
  // the address bar shows the call, because the page is its response
  await page.getByText('Eine Angabe fehlt noch oder stimmt nicht:').waitFor();
  const described = await field(page, 'email').getAttribute('aria-describedby');
  const message = page.locator(`[id="${described?.split(' ').at(-1)}"]`);
  expect(await message.textContent()).toContain('Bitte geben Sie eine gültige E-Mail-Adresse ein');
  expect(await field(page, 'name').inputValue()).toBe('Johanna Sommer');
  expect(await field(page, 'contract').inputValue()).toBe('K-77');

  await field(page, 'email').fill('johanna@klein.example');
  await send(page);
  await received(page);
  const address = page.url();
  expect(address).toMatch(/\/vertrag-widerrufen\/[\w-]{43}$/);
  await page.getByText(/^Eingegangen am \d\d\.\d\d\.\d{4} um \d\d:\d\d:\d\d Uhr$/).waitFor();
  for (const part of ['Johanna Sommer', 'johanna@klein.example', 'K-77'])
    await page.getByText(part, { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Bestätigung speichern (PDF)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Widerruf-[0-9a-f]{8}\.pdf$/);
  // whoever is not sure sends it again: the same confirmation, and no second mail
  await page.goto(url + pages.withdrawal);
  await field(page, 'name').fill('johanna sommer');
  await field(page, 'email').fill('Johanna@klein.example');
  await field(page, 'contract').fill('K-77');
  await send(page);
  await page.waitForURL(address);
  await context.close();
  const mails = await stage.mails.received(2);
  expect(mails.flatMap(({ to }) => to).sort()).toEqual([staffAddress, 'johanna@klein.example'].sort());
});

for (const viewport of [desktop, phone, narrow]) {
  test(`axe finds no violations on form, refusal and confirmation at ${viewport.width} px`, async () => {
    const problems = await onPage(stage, viewport, async ({ page }) => {
      await page.goto(stage.server.url + pages.withdrawal);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      // no question covers the form
      expect(await page.getByRole('region', { name: 'Cookie-Einstellungen' }).isVisible()).toBe(false);
      await send(page);
      await page.getByRole('alert').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
      await field(page, 'name').fill('Kim Lang');
      await field(page, 'email').fill(`kim${viewport.width}@mail.example`);
      await send(page);
      await received(page);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Cookie-Einstellungen' }).click();
      await page.getByRole('region', { name: 'Cookie-Einstellungen' }).waitFor();
    });
    expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
  });
}

test('everything can be done by keyboard', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url + pages.withdrawalOf('5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64'));
    expect(await field(page, 'contract').inputValue()).toBe('5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64');
    await field(page, 'name').focus();
    await page.keyboard.type('Kim Lang');
    await page.keyboard.press('Tab');
    await page.keyboard.type('kim.tastatur@mail.example');
    await page.keyboard.press('Enter');
    await received(page);
  });
});

test('the address of a confirmation reaches no third party', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: 'Alle akzeptieren' }).click();
    await page.goto(stage.server.url + pages.withdrawal);
    await field(page, 'name').fill('Kim Lang');
    await field(page, 'email').fill('kim.spur@mail.example');
    await send(page);
    await received(page);
    const token = page.url().split('/').at(-1) ?? '?';
    const events = await page.evaluate(() => JSON.stringify(window.dataLayer ?? []));
    expect(events).not.toContain(token);
    const seen = page.waitForRequest(`${stage.server.url}/`);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Sattelfest/ })
      .click();
    expect((await seen).headers().referer).toBeUndefined();
  });
});

/** Pixels between an element and the next one, which is beside or below it. */
async function gap(one: Locator, next: Locator): Promise<number> {
  const [before, after] = await Promise.all([one.boundingBox(), next.boundingBox()]);
  if (!before || !after) throw new Error('not visible');
  return Math.max(after.x - before.x - before.width, after.y - before.y - before.height);
}

test('staff see the number of open withdrawals, close one, and the warning goes', async () => {
  const { url } = stage.server;
  const id = await storeApplication(url, { horseName: 'Fjölnir', sets: 5, complete: true });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(url + pages.withdrawalOf(id));
    await field(page, 'name').fill('Johanna Sommer');
    await field(page, 'email').fill('johanna.sommer@mail.example');
    await send(page);
    await received(page);

    await enter(page, url);
    const warning = page.getByText('Widerruf eingegangen: nicht weitergeben, Lastschrift stoppen');
    await page.goto(url + href(pages.backofficeApplication, { id }));
    await warning.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zu den Widerrufen' }).click();
    const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) });
    await row.getByText('Nummer und Person passen').waitFor();
    expect(
      await gap(row.getByText('Offen', { exact: true }), row.getByRole('button', { name: 'Abschließen' })),
    ).toBeGreaterThanOrEqual(8);
    const entry = page
      .getByRole('navigation', { name: 'Backoffice' })
      .getByRole('link', { name: /^Widerrufe/ });
    const before = Number((await entry.textContent())?.match(/\d+/)?.[0]);
    expect(before).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
    await row.getByRole('button', { name: 'Abschließen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Widerruf abschließen' });
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Ergebnis').selectOption('late');
    await dialog.getByRole('button', { name: 'Abschließen' }).click();
    await row.getByText('Verspätet').waitFor();
    await page.waitForFunction((count) => {
      const link = [...document.querySelectorAll('nav a')].find((one) =>
        one.textContent?.startsWith('Widerrufe'),
      );
      return Number(link?.textContent?.match(/\d+/)?.[0] ?? 0) === count - 1;
    }, before);
    await row.getByRole('link', { name: id.slice(0, 8) }).click();
    await page.getByRole('heading', { level: 1, name: 'Antragsdetails' }).waitFor();
    await page.getByText('Fjölnir').waitFor();
    // the page shows what it knows until it has asked again
    await warning.waitFor({ state: 'detached' });
  });
});
