/** Failing scripts and lost answers of pages besides the wizard, and pages without their data. */
import { setDefaultTimeout, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { failureShown, missingPartSaid, reload } from '#tests/browser/failing-pages';
import { desktop } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const at = (path: string) => stage.server.url + path;

test('an error while a screen of the backoffice renders shows the same page', async () => {
  await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.route(at(api.users), (route) => route.fulfill({ json: [null] }));
    await page.goto(at(pages.backofficeUsers));
    await failureShown(page);
    await page.unroute(at(api.users));
    await reload(page);
    await page.getByRole('heading', { level: 2, name: 'Alle Benutzer (1)' }).waitFor();
  });
});

test.each([pages.wizard, pages.login])('%s without its data shows the same page', async (path) => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.route(at(path), async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(/<script(?![^>]* src=)[^>]*>.*?<\/script>/gs, '') });
    });
    await page.goto(at(path));
    await failureShown(page);
  });
});

test.each([pages.login, pages.backoffice])(
  '%s says after ten seconds that a part of it is missing',
  async (path) => {
    await missingPartSaid(stage, path);
  },
);
