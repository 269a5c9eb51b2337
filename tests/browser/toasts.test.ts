/** Toasts stay while somebody is at them, and are closed by a swipe. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { desktop, phone } from '#tests/support/browser';
import { atStep, fillContact, next, openAt, toast } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { gone, isOpen, saveAndHold, saved } from './open-toast';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();

test('a toast stays open while the pointer or the focus is on it', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.clock.install();
    await openAt(page, stage.server.url, 2);
    await fillContact(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await next(page);
    const shown = await toast(page, saved);
    await shown.hover();
    // the next step needs timers to appear, and takes the focus when it does
    await page.clock.resume();
    await atStep(page, 3);
    await page.clock.pauseAt(Date.now() + 7_200_000);
    await page.clock.runFor(20_000);
    expect(await isOpen(shown)).toBe(true);
    await page.mouse.move(10, 10);
    await page.keyboard.press('F8');
    await page.clock.runFor(20_000);
    expect(await isOpen(shown)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await gone(shown);
  });
});

test('a swipe of 50 px to the right closes a toast, and a shorter or other swipe does not', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    const shown = await saveAndHold(page);
    for (const [x, y] of [
      [45, 0],
      [-80, 0],
      [0, 80],
    ] as const) {
      await swipe(page, shown, x, y);
      await atRest(shown);
      expect(await isOpen(shown)).toBe(true);
    }
    await swipe(page, shown, 55, 0);
    await gone(shown);
  });
});

/** A released toast has moved back then. */
async function atRest(shown: Locator) {
  await shown.evaluate((element) => {
    for (const one of element.getAnimations()) one.finish();
  });
}

async function swipe(page: Page, shown: Locator, byX: number, byY: number) {
  const box = await shown.boundingBox();
  if (!box) throw new Error('There is no toast to swipe.');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byX / 2, y + byY / 2);
  await page.mouse.move(x + byX, y + byY);
  await page.mouse.up();
}
