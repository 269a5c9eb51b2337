/** The frame of the analytics script: where it is not, what it does not know, and when it goes. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { eventsOf, frames, setThirdParty } from '#tests/browser/analytics/third-party';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop } from '#tests/support/browser';
import { atStep, next } from '#tests/support/journey';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);
const { stage, calls, told, agree, knowsAll } = setThirdParty();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

// ASVS 3.4.5
test('the frame is asked for without a referrer, so it does not know the address of the page', async () => {
  const asked: (string | undefined)[] = [];
  await onCleanPage(stage, desktop, async ({ page }) => {
    await agree(page);
    page.on('request', (request) => {
      if (request.url().endsWith(pages.analyticsFrame)) asked.push(request.headers().referer);
    });
    for (const path of ['/?source=messe', href(pages.application, { id: crypto.randomUUID() })]) {
      calls.length = 0;
      await page.goto(stage.server.url + path);
      await until(() => told('/events').length > 0);
    }
  });
  expect(asked).toEqual([undefined, undefined]);
});

test('withdrawing the consent in one tab removes the frame of the other, and no event follows', async () => {
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    await agree(page);
    await page.goto(`${stage.server.url}/calculator`);
    await atStep(page, 1);
    await knowsAll(page);
    const other = await context.newPage();
    await other.goto(`${stage.server.url}/impressum`);
    await knowsAll(other);
    await press(other, 'Cookie-Einstellungen');
    await press(other, 'Alle ablehnen');
    await frames(page).waitFor({ state: 'detached' });
    calls.length = 0;
    await next(page);
    await page.getByText('Bitte geben Sie den Namen Ihres Pferdes ein').first().waitFor();
    expect(await eventsOf(page)).toBe('[]');
    expect(calls).toEqual([]);
  });
});

test('the frame is invisible: nothing moves, and neither keyboard nor screen reader reaches it', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/impressum`);
    const size = async () => {
      // the room for the cookie question goes a frame later than the question
      await page.waitForFunction(() => getComputedStyle(document.body).paddingBottom === '0px');
      return await page.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight]);
    };
    await press(page, 'Alle ablehnen');
    const before = [await size(), await page.locator('body').ariaSnapshot()];
    await press(page, 'Cookie-Einstellungen');
    await press(page, 'Alle akzeptieren');
    await knowsAll(page);
    expect([await size(), await page.locator('body').ariaSnapshot()]).toEqual(before);
    expect(await frames(page).boundingBox()).toBeNull();
    expect(await frames(page).getAttribute('sandbox')).toBe('allow-scripts');
  });
});
