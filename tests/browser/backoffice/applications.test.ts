/** The list of applications in a real browser: search, order, selection, export, deletion. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { bearer, enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

/** The horses of the stored applications, each with this number of data sets. */
const horses = [
  { name: 'Amélie', sets: 1 },
  { name: 'Donnerwetter', sets: 2 },
  { name: '<img src=x onerror=alert(1)>', sets: 3 },
  { name: 'Süße Nele', sets: 5 },
];
const ids = new Map<string, string>();

const store = (horseName: string, sets = 1) =>
  storeApplication(stage.server.url, { horseName, sets, complete: sets === 5 });

beforeAll(async () => {
  for (const { name, sets } of horses) ids.set(name, await store(name, sets));
}, 60_000);

async function openList(page: Page, search = '') {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + pages.backofficeApplications + search);
  await page.getByRole('heading', { level: 1, name: 'Anträge' }).waitFor();
}

const list = (page: Page): Locator => page.getByRole('table', { name: 'Anträge' });
const rowOf = (page: Page, horse: string): Locator => list(page).getByRole('row').filter({ hasText: horse });
const search = (page: Page): Locator => page.getByPlaceholder('Antrag-ID suchen...');
/** The horses from top to bottom, once the list has `count` rows. */
async function shown(page: Page, count: number): Promise<string[]> {
  const rows = list(page).locator('tbody tr');
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('table[aria-label="Anträge"] tbody tr').length === wanted,
    count,
  );
  const texts = await rows.allTextContents();
  return texts.map((text) => horses.find(({ name }) => text.includes(name))?.name ?? text);
}

test('the newest application comes first, and each row shows name, id, step and status', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openList(page);
    expect(await shown(page, 4)).toEqual(horses.map(({ name }) => name).toReversed());
    const row = rowOf(page, 'Süße Nele');
    for (const text of ['Johanna Sommer', `${ids.get('Süße Nele')?.slice(0, 8)}...`]) {
      await row.getByText(text).waitFor();
    }
    expect(await row.getByText('Abgeschlossen').count()).toBe(2);
    await rowOf(page, 'Donnerwetter').getByText('Tarifauswahl').waitFor();
    await rowOf(page, 'Donnerwetter').getByText('In Bearbeitung').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('search and filter survive a reload and the back button', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openList(page);
    const id = ids.get('Donnerwetter') ?? '';
    await search(page).fill(id.slice(9, 20).toUpperCase());
    expect(await shown(page, 1)).toEqual(['Donnerwetter']);
    await search(page).fill('sommer');
    expect(await shown(page, 3)).toHaveLength(3);
    await search(page).fill('amelie');
    expect(await shown(page, 1)).toEqual(['Amélie']);
    await search(page).fill('niemand');
    await page.getByText('Keine Anträge gefunden').waitFor();
    await search(page).fill('');
    expect(await shown(page, 4)).toHaveLength(4);
    await page.getByLabel('Status filtern').selectOption({ label: 'Abgeschlossen' });
    expect(await shown(page, 1)).toEqual(['Süße Nele']);
    await page.getByLabel('Status filtern').selectOption({ label: 'In Bearbeitung' });
    expect(await shown(page, 3)).not.toContain('Süße Nele');
    await page.waitForURL(/status=incomplete/);
    await page.reload();
    expect(await shown(page, 3)).not.toContain('Süße Nele');
    await page.goBack();
    expect(await shown(page, 1)).toEqual(['Süße Nele']);
    await page.goBack();
    expect(await shown(page, 4)).toHaveLength(4);
  });
});

test('a click on a heading sorts descending, and the next click on it ascending', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openList(page);
    await shown(page, 4);
    const header = (name: string) => list(page).getByRole('columnheader', { name });
    const sort = (name: string) => header(name).getByRole('button').click();
    expect(await header('Erstellt').getAttribute('aria-sort')).toBe('descending');
    await sort('Erstellt');
    await page.waitForURL(/dir=asc/);
    expect(await shown(page, 4)).toEqual(horses.map(({ name }) => name));
    expect(await header('Erstellt').getAttribute('aria-sort')).toBe('ascending');
    await sort('Aktueller Schritt');
    await page.waitForURL(/sort=currentStep&dir=desc/);
    expect((await shown(page, 4))[0]).toBe('Süße Nele');
    const sorted = [...ids.values()].toSorted().toReversed();
    await sort('Antrag-ID');
    await page.waitForURL(/sort=id/);
    const first = list(page).locator('tbody tr').first();
    await first.getByText(`${sorted[0]?.slice(0, 8)}...`).waitFor();
    for (const name of ['Status', 'Letzte Änderung']) {
      await sort(name);
      expect(await header(name).getAttribute('aria-sort')).toBe('descending');
    }
  });
});

test('markup in a name is shown as text', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    page.on('dialog', (dialog) => {
      throw new Error(`A name ran: ${dialog.message()}`);
    });
    await openList(page);
    await rowOf(page, 'onerror=alert').waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });
});

test('a search removes hidden rows from the selection', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openList(page);
    await shown(page, 4);
    await page.getByRole('checkbox', { name: 'Alle auswählen' }).check();
    await page.getByRole('button', { name: '4 ausgewählte löschen' }).waitFor();
    await search(page).fill('sommer');
    await page.getByRole('button', { name: '3 ausgewählte löschen' }).waitFor();
    await search(page).fill('');
    expect(await shown(page, 4)).toHaveLength(4);
    await page.getByRole('button', { name: '3 ausgewählte löschen' }).waitFor();
    expect(await rowOf(page, 'Amélie').getByRole('checkbox').isChecked()).toBe(false);
  });
});

test('the CSV file has the filtered rows in the chosen order', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openList(page, '?q=sommer&sort=createdAt&dir=asc');
    await shown(page, 3);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV-Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^antraege-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile((await download.path()) ?? '', 'utf8');
    expect(text).toStartWith('\uFEFFAntrag-ID;');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(';Donnerwetter;');
    expect(lines[3]).toContain(';Süße Nele;');
  });
});

test('an application can be deleted by keyboard after a confirmation', async () => {
  const id = await store('Kleiner Onkel');
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openList(page);
    const row = rowOf(page, 'Kleiner Onkel');
    await row.getByRole('button', { name: 'Löschen' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('kann nicht rückgängig gemacht werden').waitFor();
    await dialog.getByText('dauerhaft gelöscht').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor();
    await row.getByRole('button', { name: 'Löschen' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast(page, 'Antrag gelöscht', 'Der Antrag wurde erfolgreich gelöscht.');
    await row.waitFor({ state: 'detached' });
  });
  expect((await fetch(stage.server.url + href(api.application, { id }))).status).toBe(404);
});

test('deleting an application that somebody else has deleted shows an error and removes the row', async () => {
  const id = await store('Prinz Eisenherz');
  await onCleanPage(stage, desktop, async ({ page }) => {
    const token = await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeApplications);
    const row = rowOf(page, 'Prinz Eisenherz');
    await row.waitFor();
    await page.request.delete(stage.server.url + href(api.staffApplication, { id }), {
      headers: bearer(token),
    });
    await row.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('button', { name: 'Ja, löschen' }).click();
    await toast(page, 'Fehler beim Löschen', 'Der Antrag konnte nicht gelöscht werden.');
    await row.waitFor({ state: 'detached' });
  });
});

test('a selection is deleted in one step, and a failure keeps it', async () => {
  for (const name of ['Schimmel 1', 'Schimmel 2']) await store(name);
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openList(page, '?q=schimmel');
    await rowOf(page, 'Schimmel 1').getByRole('checkbox').check();
    await rowOf(page, 'Schimmel 2').getByRole('checkbox').check();
    await page.route(`**${api.bulkDelete}`, (route) => route.abort());
    await page.getByRole('button', { name: '2 ausgewählte löschen' }).click();
    await page.getByRole('button', { name: 'Ja, alle löschen' }).click();
    await toast(page, 'Fehler beim Löschen', 'Die Anträge konnten nicht gelöscht werden.');
    await page.unroute(`**${api.bulkDelete}`);
    await page.getByRole('button', { name: '2 ausgewählte löschen' }).click();
    await page.getByRole('button', { name: 'Ja, alle löschen' }).click();
    await toast(page, 'Anträge gelöscht', '2 Anträge wurden erfolgreich gelöscht.');
    await page.getByText('Keine Anträge gefunden').waitFor();
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});

test('a list that cannot be loaded says why and offers a retry', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.route(`**${api.staffApplications}`, (route) =>
      route.fulfill({ status: 503, body: 'Wartung' }),
    );
    await page.goto(stage.server.url + pages.backofficeApplications);
    await page.getByText('Fehler beim Laden der Anträge: 503: Wartung').waitFor();
    await page.unroute(`**${api.staffApplications}`);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    expect(await shown(page, 4)).toHaveLength(4);
  });
  expect(unprovoked(problems, /status of 503/)).toEqual([]);
});

test('on a phone the rows are cards, and nothing is cut off', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openList(page);
    await rowOf(page, 'Amélie').getByRole('link', { name: 'Details' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeViolations(page)).toEqual([]);
  });
});
