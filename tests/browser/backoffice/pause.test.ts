/** A pause by keyboard alone, what visitors see of it in their browsers, and its end. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { administrator, enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { heading, onCleanPage } from '../page-checks';
import { focusOf, tabTo } from '../tabbing';

setDefaultTimeout(90_000);
const stage = setStage();

const sentence = 'Zurzeit nehmen wir keine neuen Anträge an.';
const reason = 'Unser Stall zieht um.';

/** Opens the dialog of a button, types into its fields one after the other, and sends it. */
async function change(page: Page, button: string, ...typed: string[]) {
  await tabTo(page, ({ text }) => text === button);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  for (const text of typed) {
    await page.keyboard.type(text);
    // the day stays empty
    if (text !== administrator.password) await tabTo(page, ({ name }) => name === 'currentPassword');
  }
  await page.keyboard.press('Enter');
}

const visit = (url: string, see: (page: Page) => Promise<unknown>) =>
  onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + url);
    await see(page);
    expect(await axeViolations(page)).toEqual([]);
  });

test('the site is paused, says so, and takes applications again', async () => {
  const newId = href(pages.application, { id: crypto.randomUUID() });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeLaunch);
    await page.getByText('Zustand der Website').waitFor();
    await change(page, 'Annahme pausieren', reason, administrator.password);
    await toast(page, 'Die Annahme ist pausiert');
    await page.getByText(`Grund: ${reason}`).waitFor();
    expect(await focusOf(page)).toMatchObject({ text: 'Text ändern', seen: true });
    expect(await axeViolations(page)).toEqual([]);

    await visit(newId, (page) => heading(page, sentence));
    for (const path of [pages.home, pages.offer])
      await visit(path, (page) => page.getByText(reason).waitFor());

    await change(page, 'Wieder annehmen', administrator.password);
    await page.getByText('Live', { exact: true }).waitFor();
    // the button that was pressed is gone
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await focusOf(page)).toMatchObject({ text: 'Startprüfung' });
  });
  await visit(newId, (page) => page.getByLabel('Name des Pferdes').waitFor());
});
