/** Toasts: one at a time for five seconds, closed by key, button or swipe. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { atStep, back, fillContact, holdToasts, next, openAt, toast } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const saved = 'Daten gespeichert';
const region = (page: Page) => page.getByRole('region', { name: 'Meldungen' });
const gone = (shown: Locator) => shown.waitFor({ state: 'detached' });

/** Saves the contact step and returns the toast that reports it. */
async function saveContact(page: Page): Promise<Locator> {
  await fillContact(page);
  await next(page);
  await atStep(page, 3);
  return await toast(page, saved);
}

/** The same, but the toast stays open. The next step needs timers to appear, so it does not. */
async function saveContactAndHold(page: Page): Promise<Locator> {
  await fillContact(page);
  await holdToasts(page);
  await next(page);
  return await toast(page, saved);
}

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

test('a new toast replaces the old one', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await saveContact(page);
    await page.route('**/step', (route) => route.abort());
    await back(page);
    await toast(page, 'Fehler', 'Es ist ein Fehler beim Speichern des Fortschritts aufgetreten.');
    expect(await region(page).getByRole('listitem').count()).toBe(1);
    expect(await page.getByText(saved).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});

test('F8 moves the focus to the toasts, from where Tab reaches the close button', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    const shown = await saveContactAndHold(page);
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

test('the close button closes a toast', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    const shown = await saveContactAndHold(page);
    await shown.getByRole('button', { name: 'Schließen' }).click();
    await gone(shown);
  });
});

test('a swipe of 50 px to the right closes a toast, and a shorter or other swipe does not', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    const shown = await saveContactAndHold(page);
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

/** A closed toast stays in the document while it fades out. */
async function isOpen(shown: Locator): Promise<boolean> {
  return (await shown.count()) === 1 && (await shown.getAttribute('data-state')) === 'open';
}

/** Waits until a released toast has moved back. */
async function atRest(shown: Locator) {
  await shown.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations().map((one) => one.finished));
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
