/** The frame of the analytics script: what it may, and which events it gets. */
// ASVS 3.5.5
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { atStep, fillHorse, next } from '#tests/support/journey';
import { onPage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage } from '../page-checks';
import { eventsOf, frames, setThirdParty } from './third-party';

setDefaultTimeout(90_000);
const { stage, calls, told, send, hold, agree, knowsAll } = setThirdParty();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the frame has an origin of its own, no cookies and no storage, and runs no third-party script', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await agree(page);
    const opened = await page.goto(stage.server.url + pages.analyticsFrame);
    expect(opened?.status()).toBe(200);
    const found = await page.evaluate(() => {
      const refused = (read: () => unknown) => {
        try {
          read();
          return false;
        } catch (error) {
          return error instanceof DOMException && error.name;
        }
      };
      return [
        self.origin,
        refused(() => document.cookie),
        refused(() => localStorage),
        refused(() => sessionStorage),
        document.querySelectorAll('script').length,
      ];
    });
    expect(found).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError', 1]);
  });
  expect(calls).toEqual([]);
});

test('events reach the script in their order, also those from before it was loaded, and without ids', async () => {
  const release = hold();
  await onCleanPage(stage, desktop, async ({ page }) => {
    await agree(page);
    await page.goto(`${stage.server.url}/calculator`);
    await atStep(page, 1);
    await fillHorse(page);
    await page.getByLabel('Name des Pferdes').fill('');
    await next(page);
    await page.getByText('Bitte geben Sie den Namen Ihres Pferdes ein').first().waitFor();
    expect(told('/events')).toEqual([]);
    release();
    const before = await knowsAll(page);
    expect(before.map(({ event }) => event)).toEqual([
      'page_view',
      'virtual_page_view',
      'form_step_view',
      'form_error',
    ]);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    const all = await knowsAll(page);
    expect(all.map(({ event }) => event).slice(4)).toEqual([
      'application_created',
      'form_step_complete',
      'form_step_leave',
      'form_step_view',
    ]);
    // one more event each time, never one twice
    const lengths = told('/events').map((body) => JSON.parse(body).length);
    expect(lengths).toEqual(lengths.map((_, index) => 4 + index));
    const id = page.url().split('/').at(-1) ?? '?';
    expect(JSON.stringify(calls)).not.toContain(id);
    expect(told('/events').at(-1)).toContain('"page_path":"/application/:id"');
  });
});

test('refusing removes the frame with all that its script does', async () => {
  send(`const home = document.currentScript.src; setInterval(() => fetch(new URL('/beat', home)), 10);`);
  await onPage(stage, desktop, async ({ page }) => {
    await agree(page);
    await page.goto(`${stage.server.url}/calculator`);
    await until(() => told('/beat').length > 3);
    await press(page, 'Cookie-Einstellungen');
    await press(page, 'Alle ablehnen');
    expect(await frames(page).count()).toBe(0);
    expect(page.frames()).toHaveLength(1);
    expect(await eventsOf(page)).toBe('[]');
    // what was on its way has arrived when two more pages are shown
    await page.reload();
    const beats = told('/beat').length;
    await page.reload();
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
    expect(told('/beat')).toHaveLength(beats);
    expect([await frames(page).count(), await eventsOf(page)]).toEqual([0, '[]']);
  });
});
