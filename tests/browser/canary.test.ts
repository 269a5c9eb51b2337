/** Markup in every field of the wizard: its pages show it as text, and no script in it runs. */
// ASVS 1.1.2, 1.2.1, 1.2.3, 3.2.2
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { atStep, openAt, send } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';
import { canary, expectText, inAddress, visit } from './typed-markup';

setDefaultTimeout(120_000);
const stage = setSharedStage();

test('a visitor who types markup sees it as text on every step and page', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const path of [`/?source=${inAddress}`, `${pages.calculator}?tariff=${inAddress}`, `/${inAddress}`])
      await visit(page, url + path, false);
    const id = await openAt(page, url, 6, { person: canary });
    await expectText(page);
    for (const step of [1, 2, 4, 5]) {
      await send(page, 'PUT', url + href(api.step, { id }), { step });
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await atStep(page, step);
      const values = await page
        .locator('main input')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join());
      expect(values).toContain('kanari');
      await expectText(page, false);
    }
    await send(page, 'PUT', url + href(api.step, { id }), { step: 6 });
    await page.reload();
    await atStep(page, 6);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').getByText(id).waitFor();
    await expectText(page, false);
    for (const path of [href(pages.application, { id }), pages.privacy, pages.imprint])
      await visit(page, url + path, false);
  });
  // the 404 of the unknown path is not counted as a problem
});
