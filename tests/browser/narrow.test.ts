/** Pages of visitors at 320 px, with the longest possible texts: nothing is wider than the screen (WCAG 1.4.10). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { indexed } from '#server/features/pages/crawlers';
import { axeViolations, callbackFormHydrated, unprovoked } from '#tests/support/browser';
import { atStep, next, openAt } from '#tests/support/journey';
import { setStage } from '#tests/support/stage';
import { email, long, name, phone, word } from './long-texts';
import { type Look, stopPath, walk } from './narrow-walk';

setDefaultTimeout(120_000);
const stage = setStage();

test('no public page is wider than a screen of 320 px', async () => {
  const { url } = stage.server;
  const problems = await walk(stage, async (page, look) => {
    await page.goto(url);
    await look('cookie banner');
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    await look('cookie settings');
    await page.getByRole('button', { name: 'Speichern' }).click();
    for (const path of [...indexed, '/gibt-es-nicht']) {
      await page.goto(url + path);
      await look(path);
      await page.locator('header summary').click();
      await page.getByRole('navigation', { name: 'Menü' }).waitFor();
      await look(`${path} with its menu`);
    }
    await page.goto(url + (await stopPath(stage)));
    await look('reminders');
    await page.getByRole('button', { name: 'Keine Erinnerungen mehr senden' }).click();
    await page.getByText('Wir erinnern Sie nicht mehr').waitFor();
    await look('reminders stopped');
    await page.goto(url + pages.callback);
    await callbackFormHydrated(page);
    for (const [field, value] of [
      ['Name', name],
      ['Telefon', phone],
      ['E-Mail', 'keine'],
    ] as const)
      await page.getByLabel(field, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
    await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
    await look('callback refused');
    await page.getByLabel('E-Mail', { exact: true }).fill(email);
    await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
    await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
    await page.getByText('Vielen Dank, wir rufen Sie an').waitFor();
    await look('callback sent');
    await withdrawal(page, look);
  });
  expect(unprovoked(problems, /status of 422/)).toEqual([]);
});

test('the landing page fits in the wider fonts of the system, which a slow visitor sees', async () => {
  const problems = await walk(stage, async (page, look) => {
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(stage.server.url);
    await look('landing page');
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});

async function withdrawal(page: Page, look: Look) {
  await page.goto(stage.server.url + pages.withdrawal);
  await look('withdrawal');
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Name').fill(word.slice(0, 200));
  await field('Antrags- oder Versicherungsnummer (falls zur Hand)').fill(word.slice(0, 100));
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await page.getByRole('alert').waitFor();
  await look('withdrawal refused');
  await field('E-Mail für die Eingangsbestätigung').fill(email);
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' }).waitFor();
  await look('withdrawal received');
}

test('no step of the wizard is wider than a screen of 320 px', async () => {
  const problems = await walk(stage, async (page, look) => {
    const id = await openAt(page, stage.server.url, 1, { person: long, sets: 5 });
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
    const dearer = {
      status: 409,
      json: { message: 'Der Beitrag hat sich geändert.', monthlyPremium: 1234.5 },
    };
    await page.route('**/complete', (route) => route.fulfill(dearer), { times: 1 });
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('alert').getByText('1.234,50').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await look('a price that has risen');
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').getByText(id).waitFor();
    await look('success dialog');
    await page.reload();
    await page.getByText(id).waitFor();
    await look('sent already');
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
});

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
