/** A case handler's morning by keyboard alone: from the dashboard through two cases and back to the list. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { onCleanPage } from '#tests/browser/page-checks';
import { axeViolations, desktop } from '#tests/support/browser';
import { enter, hire } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setStage();

/** Presses Tab until this is focused, and returns how often. */
async function tabTo(page: Page, words: string): Promise<number> {
  for (let presses = 0; presses < 30; presses += 1) {
    const reached = await page.evaluate(() => {
      const focused = document.activeElement;
      const label = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
      return (label ? focused.labels?.[0]?.textContent : focused?.textContent) ?? '';
    });
    if (reached === words) return presses;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${words} is not reached`);
}

const focused = (page: Page, words: string) =>
  page.waitForFunction((text) => document.activeElement?.textContent?.trim() === text, words);

test('the next case, an inquiry, the case after it, and back to the list with its view', async () => {
  const { url } = stage.server;
  const ids = [];
  for (const horseName of ['Fjölnir', 'Nero']) {
    ids.push(await storeApplication(url, { horseName, sets: 5, complete: true }));
  }
  const handler = await hire(url, 'antje.bruhn');
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url, handler);
    await page.goto(`${url}${pages.backofficeCases}?view=unassigned&q=sommer`);
    await page.getByRole('table', { name: 'Vorgänge' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Nächster Vorgang' }).focus();
    await page.keyboard.press('Enter');

    // the case is open, and its region has the focus
    await focused(page, 'Vorgang');
    const region = page.getByRole('region', { name: 'Vorgang' });
    const first = page.url();
    await region.getByText('antje.bruhn hat den Vorgang übernommen.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await tabTo(page, 'Stand')).toBeLessThanOrEqual(2);
    await page.keyboard.press('R');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Der Person schreiben' });
    // the text to begin with comes from the server
    const subject = dialog.getByLabel('Betreff', { exact: true });
    await until(async () => (await subject.inputValue()) !== '');
    await dialog.getByLabel('Nachricht', { exact: true }).fill('Guten Tag,\n\nwie geht es {pferd}?');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');

    // saved: the next one is one key away
    await focused(page, 'Nächster Vorgang');
    await region.getByText('hat den Stand von „Neu“ auf „Rückfrage“ gesetzt').waitFor();
    await region.getByText(/wie geht es (Fjölnir|Nero)\?/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction((address) => location.href !== address, first);
    await focused(page, 'Vorgang');

    // both cases lie between here and the list
    await page.getByRole('link', { name: 'Zurück zur Liste' }).press('Enter');
    await page.getByText('Keine Vorgänge in dieser Ansicht').waitFor();
    expect(new URL(page.url()).search).toBe('?view=unassigned&q=sommer');
    await page.getByRole('link', { name: /^Meine/ }).press('Enter');
    await page.getByRole('link', { name: 'Johanna Sommer' }).nth(1).waitFor();
  });
});

test('each screen tells that it is there, and the list is found again as it was left', async () => {
  const { url } = stage.server;
  await storeApplication(url, { horseName: 'Wiederkehr', sets: 5, complete: true });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backoffice);
    await page
      .getByRole('navigation', { name: 'Backoffice' })
      .getByRole('link', { name: /^Vorgänge/ })
      .press('Enter');
    await focused(page, 'Vorgänge');
    await page.getByRole('main').getByRole('searchbox').fill('wiederkehr');
    await page.waitForURL(/q=wiederkehr/);
    await page.getByText('1 Vorgang', { exact: true }).waitFor();
    const box = page.getByRole('checkbox', { name: 'Johanna Sommer mit Wiederkehr auswählen' });
    await box.check();
    await page.getByRole('link', { name: 'Johanna Sommer' }).press('Enter');
    await focused(page, 'Antragsdetails');
    await page.getByRole('link', { name: 'Zurück zur Liste' }).press('Enter');
    await focused(page, 'Johanna Sommer');
    expect(await box.isChecked()).toBe(true);
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('wiederkehr');
  });
});
