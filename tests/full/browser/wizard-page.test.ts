/** The page of the wizard without JavaScript and without an id, and while it waits. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { desktop, phone } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
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
