/** Islands of the landing page that are used before their code arrives. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { callbackFormHydrated, desktop } from '#tests/support/browser';
import { begin, decorate, translate } from '#tests/support/page-changers';
import { onPage } from '#tests/support/stage';

type Shared = Parameters<typeof onPage>[0];
type Changer = Parameters<typeof begin>[1];

/** Opens the landing page, whose islands wait for their code until the returned function is called. */
export async function openEarly(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.addInitScript(translate, false);
  await page.addInitScript(decorate);
  await page.goto(url);
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

/** The callback form keeps its entries, focus and caret, and is sent. */
export async function keepsCallback(stage: Shared, changers: readonly Changer[]) {
  await onPage(stage, desktop, async ({ page }) => {
    const arrive = await openEarly(page, stage.server.url);
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
}

/** The calculator keeps its choices and shows their prices. */
export async function keepsChoices(stage: Shared, changers: readonly Changer[]) {
  await onPage(stage, desktop, async ({ page }) => {
    const arrive = await openEarly(page, stage.server.url);
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
}

/** Lets the code of an island fail when it arrives. */
export async function breakIsland(page: Page, name: string) {
  const island = page.locator(`[data-island=${name}]`);
  await island.evaluate((one: HTMLElement) => {
    one.dataset.props = '{}';
  });
  return island;
}
