/** Two tabs of one browser share the storage, and with it the token. More of it: tests/web/backoffice/session.test.tsx. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { CaseEvent } from '#domain/cases/staff';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { administrator, bearer, call, enter, hire, tokenOf } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();
type Account = { username: string; password: string };
let [antje, id] = [administrator as Account, ''];
beforeAll(async () => {
  antje = await hire(stage.server.url, 'antje.bruhn');
  id = await storeApplication(stage.server.url, { horseName: 'Fjölnir', sets: 5, complete: true });
}, 30_000);

const at = (path: string) => stage.server.url + path;
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Für das Team festhalten' });

async function openCase(page: Page, who: Account) {
  await enter(page, stage.server.url, who);
  await page.goto(at(href(pages.backofficeApplication, { id })));
  await page.getByRole('region', { name: 'Vorgang' }).waitFor();
}

async function beginNote(page: Page, text: string) {
  await page.getByRole('button', { name: 'Notiz hinzufügen' }).click();
  await dialogOf(page).getByLabel('Notiz').fill(text);
}

async function signIn(page: Page, { username, password }: Account) {
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort').fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

async function signInElsewhere(page: Page, who: Account) {
  const other = await page.context().newPage();
  await other.goto(at(pages.login));
  await signIn(other, who);
  await titled(other, 'Dashboard');
  return other;
}

/** As a tab that is busy, or that the browser has frozen. */
async function withoutEvents(page: Page, names: string[]) {
  await page.addInitScript((held) => {
    for (const name of held) window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  }, names);
}

/** Who has written the notes with this text. */
async function authorsOf(text: string): Promise<string[]> {
  const headers = bearer(await tokenOf(stage.server.url));
  const answer = await call(stage.server.url, 'GET', href(api.caseHistory, { id }), undefined, headers);
  const events = (await answer.json()) as CaseEvent[];
  return events.filter((event) => event.text === text).map(({ actor }) => actor ?? '');
}

test('a tab is left when another account signs in in the other one, and keeps what was typed for its user', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openCase(page, antje);
    await beginNote(page, 'Ruft am Montag an.');
    const other = await signInElsewhere(page, administrator);
    await page.getByText('In einem anderen Tab ist jetzt ein anderes Konto angemeldet').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // the other tab stays
    await other.getByRole('link', { name: 'Benutzer', exact: true }).click();
    await titled(other, 'Benutzerverwaltung');
    await signIn(page, antje);
    await titled(page, 'Dashboard');
    await page.getByRole('link', { name: 'Vorgänge', exact: true }).click();
    await page.getByRole('link', { name: 'Alle' }).click();
    await page.getByRole('link', { name: 'Johanna Sommer' }).click();
    await page.getByRole('button', { name: 'Notiz hinzufügen' }).click();
    expect(await dialogOf(page).getByLabel('Notiz').inputValue()).toBe('Ruft am Montag an.');
  });
});

test('what is saved before the tab notices is stored in the name of the user it shows', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await withoutEvents(page, ['storage', 'focus', 'pageshow', 'visibilitychange']);
    await openCase(page, antje);
    await beginNote(page, 'Noch von Antje.');
    await signInElsewhere(page, administrator);
    await dialogOf(page).getByRole('button', { name: 'Speichern' }).click();
    await toast(page, 'Erfolgreich', 'Die Notiz ist gespeichert.');
    expect(await authorsOf('Noch von Antje.')).toEqual(['antje.bruhn']);
  });
});
