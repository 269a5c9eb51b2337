/** A whole application with the mouse on a wide screen, what follows it, and the menu beside it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { applies } from '#tests/browser/application-walk';
import { descriptionOf, onCleanPage } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

test('an owner applies with the mouse and gets the mail', async () => {
  await applies(stage, desktop);
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

test('the menu opens on a step of the wizard on a phone', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    await page.locator('header summary').click();
    const menu = page.getByRole('navigation', { name: 'Menü' });
    for (const entry of ['Vorteile', 'Tarife', 'Schadensbeispiele', 'FAQ', 'Jetzt berechnen']) {
      await menu.getByRole('link', { name: entry }).waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
  });
});
