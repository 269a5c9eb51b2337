/** Toasts close after five seconds, or by the key and the button that the keyboard reaches. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { gone, isOpen, saveAndHold, saved } from '#tests/browser/open-toast';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop } from '#tests/support/browser';
import { fillContact, next, openAt, toast } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const region = (page: Page) => page.getByRole('region', { name: 'Meldungen' });

test('a toast closes automatically after five seconds', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.clock.install();
    await openAt(page, stage.server.url, 2);
    await fillContact(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await next(page);
    const shown = await toast(page, saved);
    await page.clock.runFor(4_900);
    expect(await isOpen(shown)).toBe(true);
    await page.clock.runFor(200);
    await gone(shown);
  });
});

test('F8 moves the focus to the toasts, from where Tab reaches the close button', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    const shown = await saveAndHold(page);
    await page.keyboard.press('F8');
    expect(await region(page).evaluate((area) => area.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Schließen');
    await page.keyboard.press('Enter');
    await gone(shown);
    expect(await region(page).getByRole('listitem').count()).toBe(0);
  });
});
