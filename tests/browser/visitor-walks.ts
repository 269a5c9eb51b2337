/** Ways through the pages of visitors that tests look at, each in its own manner. */
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { indexed } from '#server/features/pages/routes';
import { atStep, next, openAt } from '#tests/support/journey';
import type { Stage } from '#tests/support/stage';
import { long } from './long-texts';

/** Called at each place. */
export type Look = (place: string) => Promise<void>;
type Walk = (page: Page, look: Look, stage: Pick<Stage, 'server'>) => Promise<void>;

export const lookAtPages: Walk = async (page, look, { server }) => {
  await page.goto(server.url);
  await page.locator('#cookie-banner').waitFor();
  await look('cookie question');
  await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
  await look('cookie settings');
  await page.getByRole('button', { name: 'Speichern' }).click();
  const menu = page.locator('header summary');
  for (const path of [...indexed, '/gibt-es-nicht', pages.ownData, pages.login]) {
    await page.goto(server.url + path);
    await look(path);
    if (path === pages.privacy) {
      await page.getByRole('heading', { level: 2 }).nth(3).scrollIntoViewIfNeeded();
      await look('contents');
    }
    // the others have the same
    if (path !== pages.home || !(await menu.isVisible())) continue;
    await menu.click();
    await page.getByRole('navigation', { name: 'Menü' }).waitFor();
    await look('menu');
  }
};

export const lookAtWizard: Walk = async (page, look, { server }) => {
  const id = await openAt(page, server.url, 1, { person: long, sets: 5 });
  for (const step of [1, 2, 3, 4, 5]) {
    await atStep(page, step);
    await look(`step ${step}`);
    await refuse(page);
    await look(`step ${step}, refused`);
    // restores the stored entries, which `refuse` has cleared
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await atStep(page, step);
    await next(page);
  }
  await atStep(page, 6);
  await look('overview');
  const json = { message: 'Der Beitrag hat sich geändert.', monthlyPremium: 1234.5 };
  await page.route('**/complete', (route) => route.fulfill({ status: 409, json }), { times: 1 });
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('alert').getByText('1.234,50').waitFor();
  await look('a price that has risen');
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog').getByText(id).waitFor();
  await look('success');
  await page.reload();
  await page.getByText(id).waitFor();
  await look('sent already');
};

/** Clears all fields and clicks "Weiter". */
async function refuse(page: Page) {
  const fields = page.locator('main form').locator('input:not([type=radio], [type=checkbox], [type=hidden])');
  for (const field of await fields.all()) await field.fill('');
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.uncheck();
  // a stored tariff cannot be deselected
  if ((await page.getByRole('radio').count()) > 0) return;
  await next(page);
  await page.getByRole('alert').waitFor();
}
