/** What only a browser tells of the callback form: colour, focus and scrolling, and the way back from a refusal. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { onCleanPage } from '#tests/browser/page-checks';
import { axeViolations, callbackFormHydrated, phone } from '#tests/support/browser';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage({ RATE_LIMIT: 'on' });

const button = (page: Page) => page.getByRole('button', { name: 'Rückruf anfordern' });

async function fill(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Lena Übelacker');
  await page.getByLabel('Telefon').fill('030 23125 106');
  await page.getByLabel('E-Mail').fill('lena@post.example');
  await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
}

/** How much of what has the focus is above the screen or below the header, in pixels. */
function hiddenAbove(): number {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return Math.max(0, bar - (document.activeElement?.getBoundingClientRect().top ?? 0));
}

test('a refusal is red, thanks are in view and have the focus, and the form comes back with it', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(`${stage.server.url}/#callback`);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await button(page).scrollIntoViewIfNeeded();
    await callbackFormHydrated(page);
    await button(page).click();
    const message = page.getByText('Bitte geben Sie Ihren Namen ein');
    await message.waitFor();
    expect(await message.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(163, 38, 28)');
    await page.locator('[name=name]:focus').waitFor();
    await fill(page);
    await button(page).click();
    // the form was taller, and its button below what the visitor is to see
    await page.locator('#callback [tabindex="-1"]:focus').waitFor();
    expect(await page.evaluate(hiddenAbove)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Neue Anfrage' }).click();
    await page.locator('[name=name]:focus').waitFor();
  });
});

test('whoever sent too many without JavaScript goes back to the entries, as the page says', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    for (let sent = 0; sent < 5; sent += 1) {
      await page.goto(stage.server.url);
      await fill(page);
      await button(page).click();
    }
    await page.goto(stage.server.url);
    await fill(page);
    await button(page).click();
    await page.getByText('Von Ihrem Anschluss kamen gerade mehrere Rückrufwünsche.').waitFor();
    await page.goBack();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lena Übelacker');
  } finally {
    await context.close();
  }
});
