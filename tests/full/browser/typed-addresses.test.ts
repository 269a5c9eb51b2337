/** What is said beneath an e-mail field about its domain, in all forms that visitors send. */
import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { descriptionOf, onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, callbackFormHydrated, desktop, phone, unprovoked } from '#tests/support/browser';
import { openNameServer } from '#tests/support/dns';
import { openAt } from '#tests/support/journey';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const names = await openNameServer({
  'gmail.com': { MX: ['mx.gmail.example'] },
  'good.example': { MX: ['mx.good.example'] },
  'null.example': { MX: ['.'] },
});
const stage = setStage({ DNS_SERVERS: names.address });
afterAll(names.stop);
beforeEach(() => {
  names.asked.length = 0;
});

const narrow = { width: 320, height: 640 };

const forms: [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['step 2 of the wizard', (page) => openAt(page, stage.server.url, 2)],
  ['step 4 of the wizard', (page) => openAt(page, stage.server.url, 4)],
  ['the callback form', openCallback],
  ['the withdrawal form', (page) => page.goto(stage.server.url + pages.withdrawal)],
  ['"Meine Daten"', (page) => page.goto(stage.server.url + pages.ownData)],
];

async function openCallback(page: Page) {
  await page.goto(stage.server.url + pages.callback);
  const reject = page.getByRole('button', { name: 'Alle ablehnen' });
  if (await reject.isVisible()) await reject.click();
  await callbackFormHydrated(page);
}

const fieldOf = (page: Page) => page.locator('main input[type=email]');
const hintOf = (page: Page) => page.locator('[id="feld-email-said"]');
const takeOver = (page: Page) => page.getByRole('button', { name: 'Übernehmen', exact: true });
const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);

/** Types into the field and leaves it by Tab. */
async function enter(page: Page, address: string) {
  await fieldOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(address);
  await page.keyboard.press('Tab');
}

test.each(forms)('in %s a slip is offered and taken over by keyboard, at 320 px', async (_, open) => {
  await onCleanPage(stage, narrow, async ({ page }) => {
    await open(page);
    const own = await descriptionOf(fieldOf(page));
    await enter(page, 'johanna.margarete.sommer-lindenhof@gmial.con');
    const hint = hintOf(page);
    await hint
      .getByText('Meinten Sie johanna.margarete.sommer-lindenhof@gmail.com?', { exact: true })
      .waitFor();
    expect(await hint.getAttribute('role')).toBe('status');
    expect(await hint.getAttribute('aria-live')).toBe('polite');
    expect(await descriptionOf(fieldOf(page))).toBe(`${own} ${await hint.textContent()}`.trim());
    expect(await overflow(page)).toBe(0);
    expect((await takeOver(page).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Shift+Tab');
    expect(await isFocused(takeOver(page))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await fieldOf(page).inputValue()).toBe('johanna.margarete.sommer-lindenhof@gmail.com');
    expect(await isFocused(fieldOf(page))).toBe(true);
    expect(await hint.textContent()).toBe('');
    expect(await descriptionOf(fieldOf(page))).toBe(own);
  });
});

test('what is taken over in the callback form is sent', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openCallback(page);
    await page.getByLabel('Name', { exact: true }).fill('Jürgen Nowak');
    await page.getByLabel('Telefon', { exact: true }).fill('030 23125 107');
    await enter(page, 'nowak@gmail.con');
    await takeOver(page).click();
    await page.locator('#callback').getByRole('checkbox').check();
    const sent = page.waitForRequest(`**${api.callbackRequests}`);
    await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
    expect((await sent).postDataJSON().email).toBe('nowak@gmail.com');
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
});

test('the hint stays tied to the field when React takes its message away, and holds up nothing', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openCallback(page);
    const send = page.getByRole('button', { name: 'Rückruf anfordern' });
    await send.click();
    const message = page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein');
    await message.waitFor();
    await enter(page, 'nowak@gmial.com');
    await takeOver(page).waitFor();
    expect(await descriptionOf(fieldOf(page))).toMatch(
      /gültige E-Mail-Adresse ein Meinten Sie nowak@gmail\.com\?/,
    );
    await send.click();
    await message.waitFor({ state: 'detached' });
    expect(await descriptionOf(fieldOf(page))).toMatch(/^Meinten Sie nowak@gmail\.com\?/);
    await page.getByLabel('Name', { exact: true }).fill('Jürgen Nowak');
    await page.getByLabel('Telefon', { exact: true }).fill('030 23125 107');
    await page.locator('#callback').getByRole('checkbox').check();
    const sent = page.waitForRequest(`**${api.callbackRequests}`);
    await send.click();
    expect((await sent).postDataJSON().email).toBe('nowak@gmial.com');
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
});

test('what is pressed does not move away before it is clicked', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url + pages.ownData);
    await fieldOf(page).fill('johanna@gmial.com');
    const button = page.getByRole('button', { name: 'Link anfordern' });
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
    const answered = page.waitForResponse('**/api/email-domains/**');
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await (await answered).finished();
    // a task later the hint would be there
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect((await button.boundingBox())?.y).toBe(y);
    await page.mouse.up();
    await page.waitForURL('**?link=gesendet');
  });
});

test('without the script of the hints the forms are as they were', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url + pages.ownData);
    await page.route('**/assets/*.js', (route) => route.abort());
    const missing = page.waitForRequest('**/assets/*.js');
    await fieldOf(page).fill('johanna@gmial.com');
    await missing;
    await page.getByRole('button', { name: 'Link anfordern' }).click();
    await page.waitForURL((url) => url.pathname === pages.ownData);
    await page.unrouteAll();
  });
  expect(unprovoked(problems, /Failed to load resource/)).toEqual([]);
  expect(names.asked).toEqual([]);
});

test('the script of the hints comes with the first e-mail field that is entered, and is small', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const loaded: string[] = [];
    await page.goto(stage.server.url + pages.withdrawal, { waitUntil: 'networkidle' });
    page.on('requestfinished', (request) => loaded.push(request.url()));
    await page.getByLabel('Name', { exact: true }).fill('Johanna Sommer');
    expect(loaded).toEqual([]);
    const arrives = page.waitForEvent('requestfinished');
    await fieldOf(page).focus();
    const { responseBodySize } = await (await arrives).sizes();
    expect(responseBodySize).toBeLessThanOrEqual(5 * 1024);
    expect(loaded).toHaveLength(1);
  });
});
