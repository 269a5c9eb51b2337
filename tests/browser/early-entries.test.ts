/** What is entered into an island before its code arrives stays, also if tools have changed the page in the meantime. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { desktop } from '#tests/support/browser';
import { onPage, setSharedStage } from '#tests/support/stage';
import { breakIsland, keepsCallback, keepsChoices, openEarly } from './early-islands';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const both = ['decorateNow', 'translateNow'] as const;

test('the callback form keeps its entries with a password manager and a translation', async () => {
  await keepsCallback(stage, both);
});

test('the calculator keeps its choices with a password manager and a translation', async () => {
  await keepsChoices(stage, both);
});

test('a callback form whose code fails goes on without it, with the entries', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    const arrive = await openEarly(page, stage.server.url);
    const island = await breakIsland(page, 'callback');
    await island.locator('[name=name]').fill('Jürgen Nowak');
    const failed = page.waitForEvent('pageerror');
    arrive();
    await failed;
    await page.waitForFunction(() => {
      const form = document.querySelector('[data-island=callback] form');
      return form && !Object.keys(form).some((key) => key.startsWith('__react'));
    });
    expect(await island.locator('[name=name]').inputValue()).toBe('Jürgen Nowak');
  });
});
