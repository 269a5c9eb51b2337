/** The page of the second factor: its steps as a person takes them. */
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { enter } from '#tests/support/staff';

type Account = { username: string; password: string };
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const titled = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();
export const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);

export async function openPage(page: Page, url: string, who: Account) {
  await enter(page, url, who);
  await page.goto(url + pages.backofficeSecondFactor);
  await titled(page, 'Zwei-Faktor-Anmeldung');
}

/** Asks for the secret and returns it. */
export async function begin(page: Page, { password }: Account): Promise<string> {
  await fill(page, 'Aktuelles Passwort', password);
  await button(page, 'Einrichtung beginnen').click();
  return (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
}

export async function confirm(page: Page, code: string): Promise<void> {
  await fill(page, 'Code', code);
  await button(page, 'Bestätigen').click();
}

/** The recovery codes on the page. */
export async function codesOn(page: Page): Promise<string[]> {
  await titled(page, 'Ihre Wiederherstellungscodes');
  return await page.getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/).allTextContents();
}

/** Signs out, and in again with the password, until the form asks for a code. */
export async function signInAgain(page: Page, { username, password }: Account): Promise<void> {
  await button(page, 'Abmelden').click();
  await titled(page, 'Backoffice Anmeldung');
  await fill(page, 'Benutzername', username);
  await fill(page, 'Passwort', password);
  await button(page, 'Anmelden').click();
  await page.getByText('Bitte geben Sie den Code Ihrer Authenticator-App ein').waitFor();
}
