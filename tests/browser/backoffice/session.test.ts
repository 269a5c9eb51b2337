/** Signing out with windows, and the menu of a phone. What the screens do themselves: tests/web/backoffice. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
const at = (path: string) => stage.server.url + path;
const loginShown = (page: Page) => page.getByRole('heading', { name: 'Backoffice Anmeldung' }).waitFor();
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const nav = (page: Page) => page.getByRole('navigation', { name: 'Backoffice' });

/** Opens a screen as a signed-in user. */
async function openAs(page: Page, path: string = pages.backoffice) {
  await enter(page, stage.server.url);
  await page.goto(at(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

// ASVS 14.3.1
test('signing out in one window signs out the others', async () => {
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    await openAs(page);
    const other = await context.newPage();
    await other.goto(at(pages.backofficeEmailLogs));
    await titled(other, 'E-Mail-Log');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await loginShown(other);
    expect(new URL(other.url()).pathname).toBe(pages.login);
  });
});

test('the navigation of a phone is a menu, which every link, Escape, a tap outside and a wider window close', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAs(page, pages.backofficeCallbacks);
    const opener = page.getByRole('button', { name: 'Menü öffnen' });
    const closed = () => nav(page).waitFor({ state: 'hidden' });
    expect(await nav(page).isVisible()).toBe(false);
    await opener.click();
    await nav(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.locator('main').getAttribute('inert')).not.toBeNull();
    // the search comes first
    for (const _ of [1, 2]) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Dashboard');
    await page.keyboard.press('Escape');
    await closed();
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.locator('main').getAttribute('inert')).toBeNull();
    // a link to the current screen
    await opener.click();
    await nav(page).getByRole('link', { name: 'Rückrufe' }).click();
    await closed();
    await opener.click();
    await nav(page).getByRole('link', { name: 'E-Mail-Log' }).click();
    await titled(page, 'E-Mail-Log');
    await closed();
    await opener.click();
    await page.mouse.click(380, 700);
    await closed();
    await opener.click();
    await page.setViewportSize(desktop);
    await page.waitForFunction(() => !document.querySelector('main')?.hasAttribute('inert'));
  });
});
