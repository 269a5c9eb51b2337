/** The page of the wizard without JavaScript and without an id, and while it waits. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import { atStep, openAt, openWizard } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('without JavaScript the wizard says that it needs JavaScript', async () => {
  for (const viewport of [desktop, phone]) {
    const context = await stage.browser.newContext({ javaScriptEnabled: false, viewport });
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/calculator`);
    expect(page.url().split('/').at(-1)).toMatch(uuid);
    const sentence = page.locator('noscript p');
    expect(await sentence.textContent()).toContain('JavaScript');
    // visible, with nothing above it
    const seen = await sentence.boundingBox();
    expect(seen && seen.y > 0 && seen.y + seen.height < viewport.height).toBe(true);
    await sentence.click();
    await context.close();
  }
});

test('an address without an id is replaced by one with a random id', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    await page.goto(`${url}/impressum`);
    const ids = [await openWizard(page, url)];
    await page.goBack();
    await page.waitForURL(`${url}/impressum`);
    ids.push(await openWizard(page, url));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(uuid);
    expect((await page.request.get(`${url}/api/applications/${ids[1]}`)).status()).toBe(404);
  });
});

test('the page says that it loads while a new application is looked up', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/applications\/[\w-]{36}$/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`${stage.server.url}/application`);
    await page.getByText('Laden...', { exact: true }).waitFor();
    answer.resolve();
    await atStep(page, 1);
    expect(await page.getByText('Laden...').count()).toBe(0);
  });
});

test('the tests notice a page that cannot be hydrated', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.route('**/application/*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('In wenigen Schritten', 'In vielen Schritten');
      await route.fulfill({ response, body });
    });
    await openAt(page, stage.server.url, 1);
  });
  expect(problems.join()).toContain('418');
});
