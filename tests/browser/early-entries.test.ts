/** What is entered into an island before its code arrives stays, also if a tool has changed the page in the meantime. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { callbackFormHydrated, desktop } from '#tests/support/browser';
import { begin, decorate, translate } from '#tests/support/page-changers';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();

/** Opens the landing page, whose islands wait for their code until the returned function is called. */
async function openEarly(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.addInitScript(translate, false);
  await page.addInitScript(decorate);
  await page.goto(stage.server.url);
  await page.getByRole('button', { name: 'Alle ablehnen' }).click();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const tariffsHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector('[data-island=tariffs] form');
    return form && Object.keys(form).some((key) => key.startsWith('__reactProps'));
  });

const tools = [
  ['nothing', []],
  ['a password manager', ['decorateNow']],
  ['a translation', ['translateNow']],
  ['both', ['decorateNow', 'translateNow']],
] as const;

test.each(tools)('the callback form keeps its entries, focus and caret with %s', async (_, changers) => {
  await onPage(stage, desktop, async ({ page }) => {
    const arrive = await openEarly(page);
    for (const name of changers) await begin(page, name);
    const island = page.locator('[data-island=callback]');
    const entered = { name: 'Jürgen Nowak', email: 'nowak@post.example', preferredTime: 'ab 17 Uhr' };
    for (const [name, text] of Object.entries(entered)) await island.locator(`[name=${name}]`).fill(text);
    await island.getByRole('checkbox').check();
    await island.locator('[name=phone]').fill('030 23125');
    await page.keyboard.press('Home');
    arrive();
    await callbackFormHydrated(page);
    // somebody who types goes on typing
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'phone');
    await page.keyboard.type('+49 ');
    for (const [name, text] of Object.entries({ ...entered, phone: '+49 030 23125' }))
      expect(await island.locator(`[name=${name}]`).inputValue()).toBe(text);
    expect(await island.getByRole('checkbox').isChecked()).toBe(true);
    await island.getByRole('button', { name: 'Rückruf anfordern' }).click();
    await page.getByRole('heading', { name: 'Vielen Dank, wir rufen Sie an' }).waitFor();
  });
});

test.each(tools)('the calculator keeps its choices and shows their prices with %s', async (_, changers) => {
  await onPage(stage, desktop, async ({ page }) => {
    const arrive = await openEarly(page);
    for (const name of changers) await begin(page, name);
    const island = page.locator('[data-island=tariffs]');
    await island.locator('[name=deductible]').selectOption('500');
    await island.locator('[name=frequency]').selectOption('annual');
    arrive();
    await tariffsHydrated(page);
    await island.getByText('im Monat, jährlich zu zahlen').first().waitFor();
    expect(await island.locator('[name=deductible]').inputValue()).toBe('500');
    expect(await island.locator('[name=frequency]').inputValue()).toBe('annual');
    const link = island.getByRole('link', { name: 'Jetzt berechnen' }).first();
    expect(await link.getAttribute('href')).toContain('deductible=500&frequency=annual');
  });
});

/** Lets the code of an island fail when it arrives. */
async function breakIsland(page: Page, name: string) {
  const island = page.locator(`[data-island=${name}]`);
  await island.evaluate((one: HTMLElement) => {
    one.dataset.props = '{}';
  });
  return island;
}

test('a callback form whose code fails goes on without it, with the entries', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    const arrive = await openEarly(page);
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

test.each(['before', 'after'])(
  'a calculator whose code fails %s a choice gets its prices from the server',
  async (when) => {
    await onPage(stage, desktop, async ({ page }) => {
      const arrive = await openEarly(page);
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
