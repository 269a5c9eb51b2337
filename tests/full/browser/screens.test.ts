/** What only a browser tells of the steps: the look of the progress, days in other time zones, the focus, and a tab. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { descriptionOf, onCleanPage } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import { atStep, control, fills, next, openAt, openWizard, tomorrow } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { clearOfMidnight } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setSharedStage();

test.each([desktop, phone])('the progress of each step is seen at $width px', async (viewport) => {
  await onCleanPage(stage, viewport, async ({ page }) => {
    await openWizard(page, stage.server.url);
    for (const [index, fill] of fills.entries()) {
      await atStep(page, index + 1);
      await expectIndicator(page, index + 1, viewport === desktop);
      await fill(page);
      await next(page);
    }
    await atStep(page, 6);
    await expectIndicator(page, 6, viewport === desktop);
  });
});

async function expectIndicator(page: Page, step: number, labelled: boolean) {
  const current = page.locator('[aria-current=step]');
  expect(await current.count()).toBe(1);
  const items = current.locator('xpath=..').getByRole('listitem');
  expect(await items.count()).toBe(6);
  if (step === 1) expect(await current.getByText('Pferdedaten').isVisible()).toBe(labelled);
  const widths = await page.getByRole('progressbar', { name: 'Stand des Antrags' }).evaluate((bar) => {
    for (const one of bar.getAnimations({ subtree: true })) one.finish();
    const fill = bar.firstElementChild ?? bar;
    return [fill.getBoundingClientRect().width, bar.getBoundingClientRect().width];
  });
  const [filled = 0, whole = 1] = widths;
  expect(filled / whole).toBeCloseTo(step / 6, 2);
  const looks = await items.evaluateAll((all) =>
    all.map((item) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(item.firstElementChild ?? item);
      return [backgroundColor, borderColor, color].join();
    }),
  );
  // completed, current and upcoming steps look different
  expect(new Set([...looks.slice(0, step - 1), 'done']).size).toBe(step > 1 ? 2 : 1);
  expect(new Set(looks).size).toBe(step === 1 || step === 6 ? 2 : 3);
}

test('the insurance starts tomorrow by German time, wherever the visitor is', async () => {
  await clearOfMidnight();
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = await stage.browser.newContext({ timezoneId });
    const page = await context.newPage();
    await openWizard(page, stage.server.url);
    expect(await control(page, 'Versicherungsbeginn').inputValue()).toBe(tomorrow());
    await page.reload();
    await atStep(page, 1);
    expect(await control(page, 'Versicherungsbeginn').inputValue()).toBe(tomorrow());
    await context.close();
  }
});

test('consent and acknowledgement open the privacy statement in a new tab', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const step of [2, 6]) {
      await openAt(page, stage.server.url, step, { sets: 5 });
      const link = page.getByRole('main').getByRole('link', { name: 'Datenschutzerklärung' });
      expect(await link.getAttribute('href')).toBe('/datenschutz');
      const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
      await opened.getByText('Stand: Mai 2025').waitFor();
      await opened.close();
    }
  });
});

test('the success dialog is read out, and leaves the focus at a heading, the id and a link to the landing page', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 6);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' });
    await dialog.getByText('per E-Mail').waitFor();
    for (const words of [id, 'per E-Mail', 'Noch ist Ihr Pferd nicht versichert.'])
      expect(await descriptionOf(dialog)).toContain(words);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('h2:focus', { hasText: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
    await page.getByText(id).waitFor();
    await page.getByRole('link', { name: 'Zur Startseite' }).click();
    await page.waitForURL(`${stage.server.url}/`);
  });
});
