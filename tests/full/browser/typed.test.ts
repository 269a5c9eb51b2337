/** What only a browser tells of fields while somebody types: keys, tools of the browser, copied marks, layout, loading. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, callbackFormHydrated, desktop, phone, unprovoked } from '#tests/support/browser';
import { openNameServer } from '#tests/support/dns';
import { atStep, control, fills, next, openAt } from '#tests/support/journey';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);
const names = await openNameServer({ 'gmail.com': { MX: ['mx.gmail.example'] } });
const stage = setStage({ DNS_SERVERS: names.address });
afterAll(names.stop);

const narrow = { width: 320, height: 640 };
const zipCode = (page: Page) => control(page, 'PLZ');
const city = (page: Page) => control(page, 'Ort');
const email = (page: Page) => page.locator('main input[type=email]');

test.each([
  ['before', 0],
  ['after', 1],
])('a place that the browser fills in stays, when the answer comes %s', async (_, late) => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    const callFor = (code: string) => stage.server.url + href(api.places, { zipCode: code });
    const held = new Map<string, Route>();
    await page.route('**/api/places/*', (route) => void held.set(route.request().url(), route));
    const arrived = (code: string) => until(() => held.has(callFor(code)));
    const release = async (code: string) => {
      const answered = page.waitForResponse(callFor(code));
      await held.get(callFor(code))?.continue();
      await (await answered).finished();
      // two tasks later whatever has arrived is read and shown
      await page.evaluate(() => new Promise((done) => setTimeout(() => setTimeout(done))));
    };
    await zipCode(page).focus();
    // the script is there as soon as a first code is asked for
    await page.keyboard.type('10115');
    await arrived('10115');
    if (!late) await release('10115');
    await page.evaluate(() => {
      for (const [name, value] of Object.entries({ zipCode: '21335', city: 'Lüneburg-Ochtmissen' })) {
        const field = document.querySelector<HTMLInputElement>(`[name=${name}]`);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
        for (const type of ['input', 'change']) field?.dispatchEvent(new Event(type, { bubbles: true }));
      }
    });
    await arrived('21335');
    await release('21335');
    if (late) await release('10115');
    expect(await city(page).inputValue()).toBe('Lüneburg-Ochtmissen');
  });
});

test('fields that share a row stand below one another at 320 px and twice the size of text', async () => {
  await onCleanPage(stage, narrow, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await zipCode(page).fill('A-1010');
    await page.keyboard.press('Tab');
    await page.getByText('Wir versichern Pferde in Deutschland.').waitFor();
    for (const field of [control(page, 'Straße'), zipCode(page), city(page)])
      expect((await field.boundingBox())?.width).toBeGreaterThan(200);
    expect(await overflow(page)).toBe(0);
  });
});

test('a slip in an address is offered and taken over by keyboard, at 320 px', async () => {
  await onCleanPage(stage, narrow, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await email(page).pressSequentially('johanna.margarete.sommer-lindenhof@gmial.con');
    await page.keyboard.press('Tab');
    const takeOver = page.getByRole('button', { name: 'Übernehmen', exact: true });
    await takeOver.waitFor();
    expect(await overflow(page)).toBe(0);
    expect((await takeOver.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await email(page).inputValue()).toBe('johanna.margarete.sommer-lindenhof@gmail.com');
    expect(await email(page).evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

test('what is pressed does not move away before it is clicked', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url + pages.ownData);
    await email(page).fill('johanna@gmial.com');
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
    await email(page).fill('johanna@gmial.com');
    await missing;
    await page.getByRole('button', { name: 'Link anfordern' }).click();
    await page.waitForURL('**?link=gesendet');
    await page.unrouteAll();
  });
  expect(unprovoked(problems, /Failed to load resource/)).toEqual([]);
});

test('the script of the hints comes with the first e-mail field that is entered, and is small', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const loaded: string[] = [];
    await page.goto(stage.server.url + pages.withdrawal, { waitUntil: 'networkidle' });
    page.on('requestfinished', (request) => loaded.push(request.url()));
    await page.getByLabel('Name', { exact: true }).fill('Johanna Sommer');
    expect(loaded).toEqual([]);
    const arrives = page.waitForEvent('requestfinished');
    await email(page).focus();
    const { responseBodySize } = await (await arrives).sizes();
    expect(responseBodySize).toBeLessThanOrEqual(5 * 1024);
    expect(loaded).toHaveLength(1);
  });
});

test('an address with umlauts is shown as it was typed, and an IBAN may have marks and blanks', async () => {
  const shown = 'erika@müller-pferde.de';
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await fills[1]?.(page, '');
    // Chromium turns the domain into Punycode while it is typed, not when it is filled in by the test
    await control(page, 'E-Mail').pressSequentially(shown);
    expect(await control(page, 'E-Mail').inputValue()).toContain('xn--');
    await next(page);
    for (const step of [3, 4, 5]) {
      await atStep(page, step);
      await fills[step - 1]?.(page);
      if (step === 5) {
        await control(page, 'IBAN').fill('\u202aDE89\u00a03704\u200b0044\u202f0532\u00ad0130\u206000\u202c');
        await control(page, 'IBAN').blur();
        expect(await control(page, 'IBAN').inputValue()).toBe('DE89 3704 0044 0532 0130 00');
      }
      await next(page);
    }
    await atStep(page, 6);
    const overview = await page.getByRole('main').textContent();
    expect(overview).toContain(shown);
    expect(overview).not.toContain('xn--');
  });
});

/** How much of what has the focus is above the screen or below the header, in pixels. */
function hiddenAbove(): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return Math.max(0, bar - (document.activeElement?.getBoundingClientRect().top ?? 0));
}

test('a refused callback is red, thanks are in view and have the focus, and the form comes back with it', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + pages.callback);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    const button = page.getByRole('button', { name: 'Rückruf anfordern' });
    await button.scrollIntoViewIfNeeded();
    await callbackFormHydrated(page);
    await button.click();
    const message = page.getByText('Bitte geben Sie Ihren Namen ein');
    await message.waitFor();
    expect(await message.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(163, 38, 28)');
    await page.locator('[name=name]:focus').waitFor();
    const entries = { Name: 'Lena Übelacker', Telefon: '030 23125 106', 'E-Mail': 'lena@post.example' };
    for (const [label, entry] of Object.entries(entries)) await control(page, label).fill(entry);
    await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
    await button.click();
    // the form was taller, and its button below what the visitor is to see
    await page.locator('#callback [tabindex="-1"]:focus').waitFor();
    expect(await page.evaluate(hiddenAbove)).toBe(0);
    await page.getByRole('button', { name: 'Neue Anfrage' }).click();
    await page.locator('[name=name]:focus').waitFor();
  });
});
