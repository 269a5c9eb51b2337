/** The wizard by keyboard: the focus is always visible, and moves to the heading or to the errors. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { descriptionOf, onCleanPage } from '#tests/browser/page-checks';
import { focusOf, tabTo } from '#tests/browser/tabbing';
import { desktop } from '#tests/support/browser';
import { atStep, openAt, titles } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();

test('a refused step can be corrected and left backwards by keyboard', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await tabTo(page, (focused) => focused.text === 'Weiter');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect((await focusOf(page)).role).toBe('alert');
    // the links of the summary are the next stops
    await page.keyboard.press('Tab');
    expect(await focusOf(page)).toMatchObject({ text: 'Anrede', seen: true });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focusOf(page)).toMatchObject({ label: 'Vorname', seen: true });
    await page.keyboard.type('Ayşe');
    await page.keyboard.press('Shift+Tab');
    expect(await focusOf(page)).toMatchObject({ label: 'Anrede', seen: true });
    await tabTo(page, (focused) => focused.text === 'Zurück');
    await page.keyboard.press('Enter');
    await arrived(page, 1);
  });
});

test('the requirements open and close by keyboard, and the first Tab stop skips the header', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    await page.keyboard.press('Tab');
    expect(await focusOf(page)).toMatchObject({ text: 'Zum Inhalt springen', seen: true });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect((await focusOf(page)).text).toBe('Nur den Preis sehen? Zum Beitragsrechner');
    await tabTo(page, (focused) => focused.label === 'Versicherungsbeginn');
    const requirement = page.getByText('keine Kolikbehandlung');
    expect(await requirement.isVisible()).toBe(true);
    await tabTo(page, (focused) => focused.text === 'Voraussetzungen für Ihr Pferd');
    await page.keyboard.press('Enter');
    await requirement.waitFor({ state: 'hidden' });
    await page.keyboard.press('Space');
    await requirement.waitFor();
  });
});

/** Waits until the step is shown and its heading has the focus. */
async function arrived(page: Page, step: number) {
  await atStep(page, step);
  await page.waitForFunction((text) => document.activeElement?.textContent === text, titles[step - 1]);
  expect(await descriptionOf(page.locator(':focus'))).toBe(`Schritt ${step} von 6`);
}
