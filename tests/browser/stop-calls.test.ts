/** Somebody who asked for a call ends that by the link in the mail, without JavaScript; staff see it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { linkIn } from '#tests/support/mail-links';
import { call, enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };
const wish = {
  name: 'Johanna Sommer',
  phone: '0341 9627 100',
  email: 'johanna@kein-anruf.example',
  dataProcessingConsent: true,
};

test('a caller ends the calls, and staff see it in the list and before a call', async () => {
  const { url } = stage.server;
  await call(url, 'POST', api.callbackRequests, wish);
  const mail = await stage.mails.find(({ to }) => to.join() === wish.email);
  const path = linkIn(mail, 'rueckruf');
  const link = `${url}${path}/abbestellen`;
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Keine Anrufe mehr?' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Nicht mehr anrufen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wir rufen Sie nicht mehr an' }).waitFor();
    // again, as by the back button
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Wir rufen Sie nicht mehr an' }).waitFor();
  } finally {
    await context.close();
  }
  for (const view of [desktop, narrow])
    await onCleanPage(stage, view, async ({ page }) => {
      await page.goto(link);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await enter(page, url);
      await page.goto(url + pages.backofficeCallbacks);
      await page.getByText('1 ausstehend, davon 1 ohne Anruf • 0 bearbeitet').waitFor();
      await page.getByText('Möchte keinen Anruf').waitFor();
      expect(await page.getByRole('button', { name: 'Anruf protokollieren' }).count()).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.getByRole('link', { name: 'Antrag vorbereiten' }).click();
      await page.getByText('Der Rückruf ist abbestellt.').waitFor();
      expect(await overflow(page)).toBe(0);
    });
});
