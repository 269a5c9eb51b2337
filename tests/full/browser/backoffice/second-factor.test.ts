/** The page of the second factor in narrow windows. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  begin,
  button,
  codesOn,
  confirm,
  openPage,
  signInAgain,
} from '#tests/browser/backoffice/second-factor-page';
import { walk } from '#tests/browser/narrow-walk';
import { overflow } from '#tests/browser/page-checks';
import { unprovoked } from '#tests/support/browser';
import { codeOf } from '#tests/support/codes';
import { hire } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

test('no state of the page or of the login is wider than a window of 320 or 390 px', async () => {
  const kim = await hire(stage.server.url, 'kim.osei');
  const problems = await walk(stage, async (page, look) => {
    const both = async (place: string) => {
      await look(place);
      await page.setViewportSize({ width: 390, height: 844 });
      expect([place, await overflow(page)]).toEqual([place, 0]);
      await page.setViewportSize({ width: 320, height: 640 });
    };
    await openPage(page, stage.server.url, kim);
    await page.getByText('Diese Sitzung').waitFor();
    await both('not set up');
    const secret = await begin(page, kim);
    await both('connecting');
    await confirm(page, codeOf(secret, Date.now()));
    await codesOn(page);
    await both('recovery codes');
    await button(page, 'Ich habe die Codes gesichert').click();
    await page.getByText('Aktiv', { exact: true }).waitFor();
    await both('active');
    await button(page, 'Zwei-Faktor-Anmeldung beenden').click();
    await page.getByRole('dialog').waitFor();
    await both('ending');
    await page.keyboard.press('Escape');
    await button(page, 'Menü öffnen').click();
    await signInAgain(page, kim);
    await both('login');
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});
