/** The page of the second factor in a narrow window. */
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
import { unprovoked } from '#tests/support/browser';
import { codeOf } from '#tests/support/codes';
import { hire } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

test('no state of the page or of the login is wider than a window of 320 px', async () => {
  const kim = await hire(stage.server.url, 'kim.osei');
  const problems = await walk(stage, async (page, look) => {
    await openPage(page, stage.server.url, kim);
    await page.getByText('Diese Sitzung').waitFor();
    await look('not set up');
    const secret = await begin(page, kim);
    await look('connecting');
    await confirm(page, codeOf(secret, Date.now()));
    await codesOn(page);
    await look('recovery codes');
    await button(page, 'Ich habe die Codes gesichert').click();
    await page.getByText('Aktiv', { exact: true }).waitFor();
    await look('active');
    await button(page, 'Zwei-Faktor-Anmeldung beenden').click();
    await page.getByRole('dialog').waitFor();
    await look('ending');
    await page.keyboard.press('Escape');
    await button(page, 'Menü öffnen').click();
    await signInAgain(page, kim);
    await look('login');
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});
