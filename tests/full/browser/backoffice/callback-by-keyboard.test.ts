/** A callback is marked as processed by keyboard alone, with the focus in sight at each stop. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { tabTo } from '#tests/browser/tabbing';
import { axeViolations, desktop } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { call, enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

test('can be marked as processed by keyboard, and list and dashboard are reloaded', async () => {
  const { url } = stage.server;
  for (const name of ['Johanna Sommer', 'Zoë Zander'])
    await call(url, 'POST', api.callbackRequests, {
      name,
      phone: '030 2312 100',
      email: 'gast@post.example',
      dataProcessingConsent: true,
    });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backoffice);
    await page.getByRole('link', { name: 'Rückrufe', exact: true }).click();
    // while the list loads there is no search
    await page.getByPlaceholder('Name, Telefon oder E-Mail suchen...').waitFor();
    await tabTo(page, ({ type }) => type === 'search');
    await page.keyboard.type('zoë');
    await page.getByText('1 von 2').waitFor();
    await tabTo(page, ({ text }) => text === 'Als bearbeitet markieren');
    const reloaded = page.waitForRequest(`**${api.staffCallbacks}`);
    await page.keyboard.press('Enter');
    await toast(page, 'Erfolgreich', 'Rückruf-Anfrage wurde als bearbeitet markiert');
    await reloaded;
    await page.getByText('1 ausstehend • 1 bearbeitet').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const again = page.waitForRequest(`**${api.dashboard}`);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await again;
  });
});
