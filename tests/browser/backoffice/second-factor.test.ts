/** The second factor in a real browser: the policy of the page lets its picture be shown, and its code signs in. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { codeOf, step } from '#tests/support/codes';
import { hire } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { begin, button, codesOn, confirm, fill, openPage, signInAgain, titled } from './second-factor-page';

setDefaultTimeout(90_000);
const stage = setStage();

test('the second factor is set up with a picture, and signs in', async () => {
  const mira = await hire(stage.server.url, 'mira.yilmaz');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openPage(page, stage.server.url, mira);
    const secret = await begin(page, mira);
    const picture = page.getByRole('img', { name: /QR/ });
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
    const setUpAt = Date.now();
    await confirm(page, codeOf(secret, setUpAt));
    expect(await codesOn(page)).toHaveLength(10);
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Ich habe die Codes gesichert').click();
    await signInAgain(page, mira);
    expect(await axeViolations(page)).toEqual([]);
    // the code of the set-up is used; the next one counts although its time may not have come
    await fill(page, 'Code', codeOf(secret, setUpAt + step));
    await page.keyboard.press('Enter');
    await titled(page, 'Dashboard');
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});
