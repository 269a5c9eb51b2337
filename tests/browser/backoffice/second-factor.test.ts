/** The second factor in a real browser: setting it up, signing in with it, ending sessions, and narrow windows. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Session } from '#domain/accounts/second-factor';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { toast } from '#tests/support/journey';
import { bearer, call, enter, hire } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { walk } from '../narrow-walk';
import { overflow } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

type Account = { username: string; password: string };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const titled = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);

async function openPage(page: Page, who: Account) {
  await enter(page, stage.server.url, who);
  await page.goto(stage.server.url + pages.backofficeSecondFactor);
  await titled(page, 'Zwei-Faktor-Anmeldung');
}

/** Asks for the secret and returns it. */
async function begin(page: Page, { password }: Account): Promise<string> {
  await fill(page, 'Aktuelles Passwort', password);
  await button(page, 'Einrichtung beginnen').click();
  return (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
}

async function confirm(page: Page, code: string): Promise<void> {
  await fill(page, 'Code', code);
  await button(page, 'Bestätigen').click();
}

/** The recovery codes on the page. */
async function codesOn(page: Page): Promise<string[]> {
  await titled(page, 'Ihre Wiederherstellungscodes');
  return await page.getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/).allTextContents();
}

/** Signs out, and in again with the password, until the form asks for a code. */
async function signInAgain(page: Page, { username, password }: Account): Promise<void> {
  await button(page, 'Abmelden').click();
  await titled(page, 'Backoffice Anmeldung');
  await fill(page, 'Benutzername', username);
  await fill(page, 'Passwort', password);
  await button(page, 'Anmelden').click();
  await page.getByText('Bitte geben Sie den Code Ihrer Authenticator-App ein').waitFor();
}

test('the second factor is set up with an app, signs in with a code and a recovery code, and is ended', async () => {
  const mira = await hire(stage.server.url, 'mira.yilmaz');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openPage(page, mira);
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

test('another session is ended from the list, and its next call leads to the login', async () => {
  const nora = await hire(stage.server.url, 'nora.lind');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openPage(page, nora);
    const other = await stage.browser.newContext({ locale: 'de-DE' });
    const elsewhere = await other.newPage();
    await enter(elsewhere, stage.server.url, nora);
    await elsewhere.goto(stage.server.url + pages.backofficeCallbacks);
    await titled(elsewhere, 'Rückruf-Anfragen');
    await page.reload();
    const rows = page.getByRole('table', { name: 'Sitzungen' }).getByRole('row');
    await button(page, 'Beenden').first().waitFor();
    expect(await rows.filter({ hasText: 'Diese Sitzung' }).count()).toBe(1);
    const token = (await page.evaluate(() => localStorage.getItem('auth_token'))) ?? '';
    const asked = await call(stage.server.url, 'GET', api.sessions, undefined, bearer(token));
    expect(await rows.count()).toBe(((await asked.json()) as Session[]).length + 1);
    while ((await button(page, 'Beenden').count()) > 0) {
      const left = await rows.count();
      await button(page, 'Beenden').first().click();
      await rows.nth(left - 1).waitFor({ state: 'detached' });
    }
    await button(elsewhere, 'Aktualisieren').click();
    await titled(elsewhere, 'Backoffice Anmeldung');
    await other.close();
    await page.reload();
    await page.getByText('Diese Sitzung').waitFor();
  });
  expect(problems).toEqual([]);
});

test('no state of the page or of the login is wider than a window of 320 or 390 px', async () => {
  const kim = await hire(stage.server.url, 'kim.osei');
  const problems = await walk(stage, async (page, look) => {
    const both = async (place: string) => {
      await look(place);
      await page.setViewportSize({ width: 390, height: 844 });
      expect([place, await overflow(page)]).toEqual([place, 0]);
      await page.setViewportSize({ width: 320, height: 640 });
    };
    await openPage(page, kim);
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
