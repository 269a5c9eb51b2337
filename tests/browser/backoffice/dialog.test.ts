/** A dialog by keyboard alone: the focus stays inside and returns. Its entries: tests/web/backoffice/dialogs.test.tsx. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Neuen Benutzer erstellen' });

test('the dialog can be used by keyboard, and closing it returns the focus to its button', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeUsers);
    const opener = page.getByRole('button', { name: 'Benutzer hinzufügen' });
    const back = () => opener.evaluate((button) => button === document.activeElement);
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    // the dialog opens again, however soon Enter follows Escape
    for (let times = 0; times < 10; times += 1) {
      await Promise.all(['Escape', 'Enter'].map((key) => page.keyboard.press(key)));
      await dialog(page).waitFor();
    }
    const focused = (label: string) =>
      page.waitForFunction(
        (wanted) => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent === wanted,
        label,
      );
    await focused('Benutzername');
    await page.keyboard.type('ab');
    await page.keyboard.press('Enter');
    await page.getByText('Benutzername muss mindestens 3 Zeichen lang sein').waitFor();
    await focused('Benutzername');
    await page.keyboard.type('c');
    await page.keyboard.press('Tab');
    await focused('Passwort');
    await page.keyboard.type('lang-genug-2');
    // skips the button that shows the password
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await focused('E-Mail (optional)');
    await page.keyboard.press('Tab');
    await focused('Rolle');
    await page.keyboard.type('Admin');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast(page, 'Erfolgreich', 'Benutzer wurde erfolgreich erstellt');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
    await page.getByRole('row', { name: /abc/ }).getByText('Administrator').waitFor();
    await opener.click();
    await dialog(page).getByRole('button', { name: 'Abbrechen' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
  });
});
