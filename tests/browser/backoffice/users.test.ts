/** Accounts in a real browser: creation, refusals and deletion, for administrators only. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { holdToasts, toast } from '#tests/support/journey';
import { administrator, bearer, call, enter, hire, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

const question = 'Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Neuen Benutzer erstellen' });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Erstellen' }).click();
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const remove = (page: Page, name: string) =>
  rowOf(page, name).getByRole('button', { name: 'Löschen', exact: true }).click();

async function open(page: Page, who = administrator) {
  await enter(page, stage.server.url, who);
  await page.goto(stage.server.url + pages.backofficeUsers);
  await page.getByRole('heading', { level: 1, name: 'Benutzerverwaltung' }).waitFor();
}

async function openDialog(page: Page) {
  await open(page);
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click();
  await dialog(page).waitFor();
}

/** Accepts or declines the browser's next confirmation, and resolves with its text. */
function answer(page: Page, yes: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (confirmation) => {
      resolve(confirmation.message());
      await (yes ? confirmation.accept() : confirmation.dismiss());
    });
  });
}

test.each([desktop, phone])('an account is created and deleted at $width px', async (viewport) => {
  const name = `mira.${viewport.width}`;
  await onCleanPage(stage, viewport, async ({ page }) => {
    await openDialog(page);
    expect(await axeViolations(page)).toEqual([]);
    await create(page);
    await page.getByText('Benutzername muss mindestens 3 Zeichen lang sein').waitFor();
    await page.getByText('Passwort muss mindestens 6 Zeichen lang sein').waitFor();
    await field(page, 'E-Mail (optional)').fill('keine');
    await page.getByText('Ungültige E-Mail-Adresse').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(await field(page, 'Rolle').inputValue()).toBe('sachbearbeiter');
    await field(page, 'Benutzername').fill(name);
    await field(page, 'Passwort').fill('lang-genug-2');
    await field(page, 'E-Mail (optional)').fill('mira@post.example');
    await create(page);
    await toast(page, 'Erfolgreich', 'Benutzer wurde erfolgreich erstellt');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('Alle Benutzer (2)').waitFor();
    await rowOf(page, name).getByText('Sachbearbeiter').waitFor();
    await rowOf(page, name).getByText('mira@post.example').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const no = answer(page, false);
    await remove(page, name);
    expect(await no).toBe(question);
    await rowOf(page, name).waitFor();
    const yes = answer(page, true);
    await remove(page, name);
    expect(await yes).toBe(question);
    await toast(page, 'Erfolgreich', 'Benutzer wurde erfolgreich gelöscht');
    await page.getByText('Alle Benutzer (1)').waitFor();
  });
});

test('a refusal and an unreachable server keep the dialog with its entries', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openDialog(page);
    const entries = {
      Benutzername: 'Admin',
      Passwort: 'lang-genug-2',
      'E-Mail (optional)': 'a@post.example',
    };
    for (const [label, value] of Object.entries(entries)) await field(page, label).fill(value);
    await field(page, 'Rolle').selectOption({ label: 'Administrator' });
    const untouched = async () => {
      for (const [label, value] of Object.entries(entries)) {
        expect(await field(page, label).inputValue()).toBe(value);
      }
      expect(await field(page, 'Rolle').inputValue()).toBe('admin');
    };
    await holdToasts(page);
    await create(page);
    const shown = await toast(page, 'Fehler', 'Dieser Benutzername ist bereits vergeben.');
    // the toast is above the dialog's backdrop, so that it can be clicked
    await shown.getByRole('button', { name: 'Schließen' }).click();
    await shown.waitFor({ state: 'detached' });
    await page.clock.resume();
    await untouched();
    expect(await axeViolations(page)).toEqual([]);
    await page.route(`**${api.users}`, (route) => route.abort());
    await create(page);
    await toast(page, 'Fehler', 'Failed to create user');
    await untouched();
    await page.unroute(`**${api.users}`);
    await field(page, 'Benutzername').fill('nora.lind');
    await create(page);
    await toast(page, 'Erfolgreich', 'Benutzer wurde erfolgreich erstellt');
    await rowOf(page, 'nora.lind').getByText('Administrator').waitFor();
  });
  expect(unprovoked(problems, /status of 409|ERR_FAILED/)).toEqual([]);
  await deleteAccount('nora.lind');
});

test("one's own account cannot be deleted, nor one that somebody else has just deleted", async () => {
  await hire(stage.server.url, 'kurz.da');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    page.on('dialog', (confirmation) => confirmation.accept());
    await open(page);
    await rowOf(page, 'kurz.da').waitFor();
    await deleteAccount('kurz.da');
    await remove(page, 'kurz.da');
    await toast(page, 'Fehler', 'Diesen Benutzer gibt es nicht.');
    await rowOf(page, 'kurz.da').waitFor({ state: 'detached' });
    // one's own account is also the last administrator here
    await rowOf(page, 'admin').getByRole('button', { name: 'Löschen' }).click();
    await toast(page, 'Fehler', 'Sie können Ihr eigenes Benutzerkonto nicht löschen.');
    await page.getByText('Alle Benutzer (1)').waitFor();
  });
  expect(unprovoked(problems, /status of 40[49]/)).toEqual([]);
});

test("the server's message of a refusal is shown", async () => {
  await hire(stage.server.url, 'zweite.chefin', 'admin');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    page.on('dialog', (confirmation) => confirmation.accept());
    await open(page);
    const json = { message: 'Der letzte Administrator kann nicht gelöscht werden.' };
    await page.route('**/api/backoffice/users/*', (route) => route.fulfill({ status: 409, json }));
    await remove(page, 'zweite.chefin');
    await toast(page, 'Fehler', json.message);
    await rowOf(page, 'zweite.chefin').waitFor();
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
  await deleteAccount('zweite.chefin');
});

test('the dialog can be used by keyboard, and closing it returns the focus to its button', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page);
    const opener = page.getByRole('button', { name: 'Benutzer hinzufügen' });
    const back = () => opener.evaluate((button) => button === document.activeElement);
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    // the dialog opens again, however soon Enter follows Escape
    for (let times = 0; times < 10; times += 1) {
      await Promise.all(['Escape', 'Enter'].map((key) => page.keyboard.press(key)));
      await dialog(page).waitFor();
    }
    const focused = (label: string) =>
      page.waitForFunction(
        (wanted) => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent === wanted,
        label,
      );
    await focused('Benutzername');
    await page.keyboard.type('ab');
    await page.keyboard.press('Enter');
    await page.getByText('Benutzername muss mindestens 3 Zeichen lang sein').waitFor();
    await focused('Benutzername');
    await page.keyboard.type('c');
    await page.keyboard.press('Tab');
    await focused('Passwort');
    await page.keyboard.type('lang-genug-2');
    // skips the button that shows the password
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await focused('E-Mail (optional)');
    await page.keyboard.press('Tab');
    await focused('Rolle');
    await page.keyboard.type('Admin');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast(page, 'Erfolgreich', 'Benutzer wurde erfolgreich erstellt');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
    await rowOf(page, 'abc').getByText('Administrator').waitFor();
    await opener.click();
    await dialog(page).getByRole('button', { name: 'Abbrechen' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await back()).toBe(true);
  });
  await deleteAccount('abc');
});

test('a case handler sees that they have no permission', async () => {
  const lukas = await hire(stage.server.url, 'lukas.weber');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await open(page, lukas);
    await page.getByText('Dafür fehlt Ihnen die Berechtigung.').waitFor();
    expect(await page.getByRole('button', { name: 'Benutzer hinzufügen' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zur Übersicht' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });
  expect(unprovoked(problems, /status of 403/)).toEqual([]);
  await deleteAccount('lukas.weber');
});

/** Deletes an account through the API. */
async function deleteAccount(username: string) {
  const { url } = stage.server;
  const headers = bearer(await tokenOf(url));
  const listed = await call(url, 'GET', api.users, undefined, headers);
  const users = (await listed.json()) as { id: string; username: string }[];
  const user = users.find((one) => one.username === username);
  if (!user) throw new Error(`${username} has no account.`);
  await call(url, 'DELETE', href(api.user, { id: user.id }), undefined, headers);
}
