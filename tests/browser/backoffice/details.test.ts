/** The tabs of an application by keyboard, and the way back to the list. */
import { setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

const store = (sets: number) => storeApplication(stage.server.url, { horseName: 'Nero', sets });

async function open(page: Page, id: string) {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
  await page.getByText(id, { exact: true }).waitFor();
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const selected = (page: Page, name: string) =>
  page.getByRole('tab', { name, exact: true, selected: true }).waitFor();

test('arrow keys move between the tabs, and the address keeps the open one', async () => {
  const id = await store(5);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page, id);
    await tab(page, 'Pferd').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Kontakt'],
      ['ArrowRight', 'Tarif'],
      ['End', 'E-Mails'],
      ['ArrowRight', 'Pferd'],
      ['ArrowLeft', 'E-Mails'],
      ['ArrowLeft', 'SEPA'],
    ] as const) {
      await page.keyboard.press(key);
      await selected(page, name);
    }
    await page.getByText('DE89 3704 0044 0532 0130 00', { exact: true }).waitFor();
    await page.waitForURL(/\?tab=sepa$/);
    await page.reload();
    await selected(page, 'SEPA');
  });
});

test('the back link leads to the list with its search', async () => {
  const id = await store(2);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    const list = `${stage.server.url}${pages.backofficeApplications}?q=${id.slice(0, 13)}`;
    await page.goto(list);
    const back = page.getByRole('link', { name: 'Zurück zur Liste' });
    for (const between of [
      async () => {},
      async () => await tab(page, 'Tarif').click(),
      async () => {
        await tab(page, 'Kontakt').click();
        await page.waitForURL(/tab=contact$/);
        await page.reload();
        await selected(page, 'Kontakt');
      },
    ]) {
      await page.getByRole('link', { name: 'Details' }).click();
      await page.getByText(id, { exact: true }).waitFor();
      await between();
      await back.click();
      await page.waitForURL(list);
    }
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await back.click();
    await page.waitForURL(stage.server.url + pages.backofficeApplications);
  });
});
