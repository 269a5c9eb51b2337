/** Pages whose script does not arrive, or fails while it renders. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { api, pages } from '#domain/urls';
import { phone } from '#tests/support/browser';
import { atStep, next, openAt } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { failureShown, missingPartSaid, reload } from './failing-pages';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const at = (path: string) => stage.server.url + path;
const { company } = placeholders;

test('an error while a step of the wizard renders shows a page with the ways on, and what is saved stays', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2, { sets: 2 });
    await page.route(at(api.tariffs), (route) => route.fulfill({ json: {} }));
    await next(page);
    await failureShown(page);
    await page.unroute(at(api.tariffs));
    await reload(page);
    await atStep(page, 3);
  });
  // the reason is in the console
  expect(problems.join()).toContain('page error');
});

test('the wizard says after ten seconds that a part of it is missing, and how to go on', async () => {
  await missingPartSaid(stage, pages.wizard);
});

test('without script the splash says why at once, and how to go on', async () => {
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at(pages.wizard));
  const splash = page.locator('[data-splash]');
  expect(await splash.textContent()).toContain('Für den Antrag brauchen wir JavaScript.');
  for (const text of [company.phone, company.email, 'Neu laden'])
    expect(await splash.locator('noscript a', { hasText: text }).isVisible()).toBe(true);
  expect(await splash.getByText('Das dauert länger als sonst').isVisible()).toBe(false);
  await context.close();
});
