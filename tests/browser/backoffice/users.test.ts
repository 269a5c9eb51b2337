/** Accounts in a real browser: made, refused, deleted, and for administrators only (spec 2, "Users", 5, 6 and 8). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { administrator, bearer, call, enter, hire, tokenOf, withAdministrator } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage(withAdministrator);

const question = 'Sind Sie sicher, dass Sie diesen Benutzer löschen möchten?';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Neuen Benutzer erstellen' });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Erstellen' }).click();
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const remove = (page: Page, name: string) =>
  rowOf(page, name).getByRole('button', { name: 'Löschen', exact: true }).click();
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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

/** Answers the browser's next question, and what it was. */
function answer(page: Page, yes: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (asked) => {
      resolve(asked.message());
      await (yes ? asked.accept() : asked.dismiss());
    });
  });
}

test.each([desktop, phone])('an account is made and deleted again, at %p', async (viewport) => {
  const name = `mira.${viewport.width}`;
  const problems = await onPage(stage, viewport, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('what the server refuses, and a server that is away, leave the dialog as it was', async () => {
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
    await create(page);
    const shown = await toast(page, 'Fehler', 'Dieser Benutzername ist bereits vergeben.');
    await untouched();
    expect(await axeViolations(page)).toEqual([]);
    // over the dialog, not under its backdrop
    await shown.getByRole('button', { name: 'Schließen' }).click();
    await shown.waitFor({ state: 'detached' });
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
  await dismiss('nora.lind');
});

test('nobody deletes themselves, nor what somebody else has just deleted', async () => {
  await hire(stage.server.url, 'kurz.da');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    page.on('dialog', (asked) => asked.accept());
    await open(page);
    await rowOf(page, 'kurz.da').waitFor();
    await dismiss('kurz.da');
    await remove(page, 'kurz.da');
    await toast(page, 'Fehler', 'Diesen Benutzer gibt es nicht.');
    await rowOf(page, 'kurz.da').waitFor({ state: 'detached' });
    // one's own account is the last administrator's here
    await rowOf(page, 'admin').getByRole('button', { name: 'Löschen' }).click();
    await toast(page, 'Fehler', 'Sie können Ihr eigenes Benutzerkonto nicht löschen.');
    await page.getByText('Alle Benutzer (1)').waitFor();
  });
  expect(unprovoked(problems, /status of 40[49]/)).toEqual([]);
});

test('a refusal with words of the server is shown in them', async () => {
  await hire(stage.server.url, 'zweite.chefin', 'admin');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    page.on('dialog', (asked) => asked.accept());
    await open(page);
    const json = { message: 'Der letzte Administrator kann nicht gelöscht werden.' };
    await page.route('**/api/backoffice/users/*', (route) => route.fulfill({ status: 409, json }));
    await remove(page, 'zweite.chefin');
    await toast(page, 'Fehler', json.message);
    await rowOf(page, 'zweite.chefin').waitFor();
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
  await dismiss('zweite.chefin');
});

test('with keys alone: into the dialog, through it, out of it, and back to where they were', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
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
    // past the eye
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
  expect(problems).toEqual([]);
  await dismiss('abc');
});

test('a name of markup is text', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  await hire(stage.server.url, markup);
  const problems = await onPage(stage, phone, async ({ page }) => {
    page.on('dialog', (asked) => {
      throw new Error(`A name ran: ${asked.message()}`);
    });
    await open(page);
    await page.getByText(markup, { exact: true }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await overflow(page)).toBe(0);
  });
  expect(problems).toEqual([]);
  await dismiss(markup);
});

test('a case handler who knows the address is told that it is not for them', async () => {
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
  await dismiss('lukas.weber');
});

/** Deletes an account past the screens. */
async function dismiss(username: string) {
  const { url } = stage.server;
  const headers = bearer(await tokenOf(url));
  const listed = await call(url, 'GET', api.users, undefined, headers);
  const users = (await listed.json()) as { id: string; username: string }[];
  const user = users.find((one) => one.username === username);
  if (!user) throw new Error(`${username} has no account.`);
  await call(url, 'DELETE', href(api.user, { id: user.id }), undefined, headers);
}
