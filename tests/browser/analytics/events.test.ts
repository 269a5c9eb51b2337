/** The analytics events of the wizard. They never contain personal data. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { steps } from '#domain/steps/all';
import { desktop, unprovoked } from '#tests/support/browser';
import { atStep, fillHorse, fills, next, openAt, toast } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();

/** Opens the site and accepts all cookies. */
async function agree(page: Page) {
  await page.goto(`${stage.server.url}/impressum`);
  await page.getByRole('button', { name: 'Alle akzeptieren' }).click();
}
const events = (page: Page) => page.evaluate(() => window.dataLayer ?? []);
const names = steps.map(({ trackingName }) => trackingName);

test('every step reports that it is viewed, completed and left, with times and without personal data', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await agree(page);
    await page.goto(`${stage.server.url}/calculator`);
    await atStep(page, 1);
    for (const [index, fill] of fills.entries()) {
      await fill(page);
      await next(page);
      await atStep(page, index + 2);
    }
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByText('Antrag erfolgreich eingereicht').waitFor();

    const sent = await events(page);
    const steady = sent.map((event) =>
      'seconds' in event ? { ...event, seconds: typeof event.seconds } : event,
    );
    const title = await page.title();
    expect<unknown[]>(steady).toEqual([
      { event: 'page_view', page_path: '/application/:id', page_title: title },
      { event: 'virtual_page_view', page_path: '/application/:id' },
      { event: 'form_step_view', step: 'horse_data' },
      ...names
        .slice(0, 5)
        .flatMap((step, index) => [
          ...(index === 0 ? [{ event: 'application_created' }] : []),
          ...(index === 2
            ? [{ event: 'tariff_selected', tariff: 'top', deductible: 0, frequency: 'monthly' }]
            : []),
          { event: 'form_step_complete', step, seconds: 'number' },
          { event: 'form_step_leave', step, seconds: 'number' },
          { event: 'form_step_view', step: names[index + 1] },
        ]),
      { event: 'form_submit', successful: true },
      { event: 'application_completed' },
      { event: 'form_step_complete', step: 'summary', seconds: 'number' },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/Sommer|Fjölnir|example|23125|DE89|[0-9a-f]{8}-[0-9a-f]{4}/);
  });
});

test('a refused step reports field names without values, and leaving the page reports an abandonment', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await agree(page);
    await page.goto(`${stage.server.url}/calculator`);
    await atStep(page, 1);
    await fillHorse(page);
    await page.getByLabel('Name des Pferdes').fill('');
    await next(page);
    await page.getByText('Bitte geben Sie den Namen Ihres Pferdes ein').first().waitFor();
    expect((await events(page)).at(-1)).toEqual({
      event: 'form_error',
      step: 'horse_data',
      fields: ['horseName'],
    });
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect((await events(page)).at(-1)).toEqual({ event: 'form_abandon', step: 'horse_data' });
  });
});

test('a failed submission is reported as unsuccessful', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await agree(page);
    await openAt(page, stage.server.url, 6);
    await page.route('**/complete', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await toast(page, 'Fehler', 'Es ist ein Fehler beim Absenden des Antrags aufgetreten.');
    expect((await events(page)).at(-1)).toEqual({ event: 'form_submit', successful: false });
  });
  expect(unprovoked(problems, /status of 500/)).toEqual([]);
});
