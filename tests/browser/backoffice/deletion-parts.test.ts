/** A large selection is deleted in parts, so that no call outlasts a proxy. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { desktop, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();
const many = 800;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the progress is told, Abbrechen and a failure say how many are deleted, and the others stay selected', async () => {
  const { url } = stage.server;
  await Promise.all(
    Array.from({ length: many }, () => storeApplication(url, { horseName: 'Nero', sets: 1 })),
  );
  const problems = await onPage(stage, desktop, async ({ page }) => {
    const second = Promise.withResolvers<Route>();
    let calls = 0;
    await page.route(`**${api.bulkDelete}`, async (route) => {
      calls += 1;
      if (calls === 2) second.resolve(route);
      else if (calls === 4) await route.fulfill({ status: 504, body: 'Gateway Timeout' });
      else await route.continue();
    });
    await enter(page, url);
    await page.goto(url + pages.backofficeApplications);
    await page.getByRole('checkbox', { name: 'Alle auswählen' }).check();
    await press(page, '800 ausgewählte löschen');
    await press(page, 'Ja, alle löschen');
    const held = await second.promise;
    await page.getByText(/^250 von 800 Anträgen sind gelöscht/).waitFor();
    await press(page, 'Abbrechen');
    await page.getByText('250 von 800 Anträgen sind gelöscht. Das Löschen hält gleich an.').waitFor();
    await held.continue();
    const left = 'Die übrigen sind noch ausgewählt.';
    await toast(page, 'Löschen angehalten', `500 von 800 Anträgen sind gelöscht. ${left}`);
    await press(page, '300 ausgewählte löschen');
    await press(page, 'Ja, alle löschen');
    const failed = 'Mindestens 250 von 300 Anträgen sind gelöscht, dann ging es nicht weiter.';
    await toast(page, 'Fehler beim Löschen', `${failed} ${left}`);
    await press(page, '50 ausgewählte löschen');
    await press(page, 'Ja, alle löschen');
    await toast(page, 'Anträge gelöscht', '50 Anträge wurden erfolgreich gelöscht.');
  });
  expect(unprovoked(problems, /status of 504/)).toEqual([]);
});
