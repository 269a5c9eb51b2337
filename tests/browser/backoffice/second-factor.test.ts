/** The second factor in a real browser: setting it up, signing in with it, and ending it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { toast } from '#tests/support/journey';
import { hire } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { begin, button, codesOn, confirm, fill, openPage, signInAgain, titled } from './second-factor-page';

setDefaultTimeout(90_000);
const stage = setStage();

test('the second factor is set up with an app, signs in with a code and a recovery code, and is ended', async () => {
  const mira = await hire(stage.server.url, 'mira.yilmaz');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openPage(page, stage.server.url, mira);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByText('Nicht eingerichtet').waitFor();
    const secret = await begin(page, mira);
    const picture = page.getByRole('img', { name: /QR/ });
    // the policy of the page lets it be shown
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await axeViolations(page)).toEqual([]);
    await confirm(page, wrongCode(secret, Date.now()));
    await page.getByText('Der Code ist falsch oder wurde schon benutzt.').waitFor();
    const setUpAt = Date.now();
    await confirm(page, codeOf(secret, setUpAt));
    const codes = await codesOn(page);
    expect(new Set(codes).size).toBe(10);
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Ich habe die Codes gesichert').click();
    await page.getByText('Aktiv', { exact: true }).waitFor();

    await signInAgain(page, mira);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      (await page.getByLabel('Code', { exact: true }).getAttribute('id')) ?? '',
    );
    expect(await axeViolations(page)).toEqual([]);
    await fill(page, 'Code', wrongCode(secret, Date.now()));
    await button(page, 'Anmelden').click();
    await page.getByText('Der Code ist falsch oder wurde schon benutzt.').waitFor();
    // the code of the set-up is used; the next one counts although its time may not have come
    await fill(page, 'Code', codeOf(secret, setUpAt + step));
    await page.keyboard.press('Enter');
    await titled(page, 'Dashboard');

    await signInAgain(page, mira);
    await fill(page, 'Code', codes[0] ?? '');
    await button(page, 'Anmelden').click();
    await titled(page, 'Dashboard');

    await page.getByRole('link', { name: 'Zwei-Faktor-Anmeldung' }).click();
    await button(page, 'Zwei-Faktor-Anmeldung beenden').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Aktuelles Passwort').fill(mira.password);
    await dialog.getByLabel('Code').fill(codes[1] ?? '');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Beenden' }).click();
    await toast(page, 'Erfolgreich', 'Die Zwei-Faktor-Anmeldung wurde beendet');
    await page.getByText('Nicht eingerichtet').waitFor();
  });
  expect(unprovoked(problems, /status of 40[01]/)).toEqual([]);
});
