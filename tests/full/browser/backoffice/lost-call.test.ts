/** A call whose answer is lost. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { idTaken } from '#domain/fields';
import { api, pages } from '#domain/urls';
import { desktop, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { bearer, call, enter, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setStage();

test('a call is logged once, and other words are refused until the stored one is loaded', async () => {
  const { url } = stage.server;
  const anna = { name: 'Anna', phone: '030 1', email: 'anna@post.example', dataProcessingConsent: true };
  await call(url, 'POST', api.callbackRequests, anna);
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeCallbacks);
    const dialog = page.getByRole('dialog', { name: 'Anruf protokollieren' });
    const open = () => page.getByRole('button', { name: 'Anruf protokollieren' }).click();
    const lost = '**/api/backoffice/callback-requests/*/calls';
    await page.route(lost, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await open();
    // the buttons of a row are narrow, the dialogs among them are not
    const paddings = await dialog.evaluate((one) => {
      const { paddingLeft, paddingTop } = getComputedStyle(one);
      return [paddingLeft, paddingTop];
    });
    expect(paddings[0]).toBe(String(paddings[1]));
    await dialog.getByText('Nicht erreicht', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await toast(page, 'Fehler', 'Der Anruf konnte nicht protokolliert werden');
    await page.unroute(lost);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 640 });
    await open();
    await dialog.getByLabel('Notiz').fill('Anrufbeantworter');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    const refused = dialog.getByText(idTaken);
    await refused.waitFor();
    await until(() => refused.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight));
    await dialog.getByRole('button', { name: 'Stand laden' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await toast(page, 'Erfolgreich', 'Der Anruf ist protokolliert.');
  });
  expect(unprovoked(problems, /ERR_FAILED|409/)).toEqual([]);
  const headers = bearer(await tokenOf(url));
  const [row] = (await (await call(url, 'GET', api.staffCallbacks, undefined, headers)).json()) as {
    attempts: number;
  }[];
  expect(row?.attempts).toBe(2);
});
