/** What is entered into an island before its code arrives stays, without tools, with one of them, and if the code fails. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { breakIsland, keepsCallback, keepsChoices, openEarly } from '#tests/browser/early-islands';
import { desktop } from '#tests/support/browser';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();

describe.each([
  ['nothing', []],
  ['a password manager', ['decorateNow']],
  ['a translation', ['translateNow']],
] as const)('with %s', (_, changers) => {
  test('the callback form keeps its entries, focus and caret', async () => {
    await keepsCallback(stage, changers);
  });

  test('the calculator keeps its choices and shows their prices', async () => {
    await keepsChoices(stage, changers);
  });
});

test.each(['before', 'after'])(
  'a calculator whose code fails %s a choice gets its prices from the server',
  async (when) => {
    await onPage(stage, desktop, async ({ page }) => {
      const arrive = await openEarly(page, stage.server.url);
      const island = await breakIsland(page, 'tariffs');
      const choose = () => island.locator('[name=deductible]').selectOption('500');
      if (when === 'after') await choose();
      else await island.scrollIntoViewIfNeeded();
      const failed = page.waitForEvent('pageerror');
      arrive();
      await failed;
      if (when === 'before') {
        await page.waitForFunction(() => {
          const form = document.querySelector('[data-island=tariffs] form');
          return form && !Object.keys(form).some((key) => key.startsWith('__react'));
        });
        await choose();
      }
      await page.waitForURL(/\?deductible=500&frequency=monthly&birthYear=#tariffs$/);
      expect(await island.locator('[name=deductible]').inputValue()).toBe('500');
    });
  },
);
