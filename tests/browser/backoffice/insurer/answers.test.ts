/** The insurer's answers: a file is brought, its columns are mapped, and what it says is applied. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Case, CasePage } from '#domain/cases/staff';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { bearer, call, enter, tokenOf } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../../page-checks';
import { storeApplication } from '../stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

/** A completed application whose case is with the insurer. */
async function transmitted(horseName: string): Promise<string> {
  const { url } = stage.server;
  const id = await storeApplication(url, { horseName, sets: 5, complete: true });
  const token = bearer(await tokenOf(url));
  const advice = { id: crypto.randomUUID(), wishes: 'Schutz', advice: 'Top' };
  await call(url, 'POST', href(api.advice, { id }), advice, token);
  await call(url, 'PATCH', href(api.case, { id }), { version: 1, status: 'transmitted' }, token);
  return id;
}

async function caseOf(id: string): Promise<Case | undefined> {
  const { url } = stage.server;
  const query = '?view=all&page=1&pageSize=100';
  const answer = await call(url, 'GET', api.cases + query, undefined, bearer(await tokenOf(url)));
  const { cases } = (await answer.json()) as CasePage;
  return cases.find(({ applicationId }) => applicationId === id);
}

const focusedHeading = (page: Page, words: string) =>
  page.waitForFunction((text) => document.activeElement?.textContent?.trim() === text, words);

/** As Excel writes it in Germany: Windows-1252, with the umlauts that are one byte there. */
const asCsv = (lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');

test('a file from Excel is chosen, mapped and applied, and the cases say so', async () => {
  const { url } = stage.server;
  const [issued, declined, left] = [
    await transmitted('Fjölnir'),
    await transmitted('Nero'),
    await transmitted('Bella'),
  ];
  const buffer = asCsv([
    'Ihre Referenz;Pferd;Schein-Nr.;Stand;Begründung',
    `${issued};Fjölnir;0012-3;Policiert;`,
    `${declined.slice(0, 8)};Nero;;Abgelehnt;Vorerkrankung mit Rückständen`,
    `${left};Bella;0012-4;Policiert;`,
    'SF-20200101-AAAAAAAAAA;Niemand;0012-5;Policiert;',
  ]);
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeReturns);
    await page.getByText('Noch keine Rückmeldung').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // the field is hidden, and its label shows the focus
    await page.getByLabel('Datei auswählen').focus();
    const label = page.locator('label', { hasText: 'Datei auswählen' });
    expect(await label.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    const file = { name: 'Rückmeldung.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Datei auswählen').setInputFiles(file);

    // the columns are guessed by their names
    await focusedHeading(page, 'Rückmeldung.csv');
    const field = (label: string) => page.getByLabel(label, { exact: true });
    expect(await field('Mandatsreferenz oder Antrag-ID').inputValue()).toBe('Ihre Referenz');
    expect(await field('Grund').inputValue()).toBe('Begründung');
    await page.getByRole('cell', { name: 'Vorerkrankung mit Rückständen' }).waitFor();
    expect(await field('Versicherungsscheinnummer').inputValue()).toBe('Schein-Nr.');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click();

    await focusedHeading(page, 'Was sich ändern würde');
    await page.getByText('Kein Antrag hat diese Referenz.').waitFor();
    await page.getByText('3 Zeilen ausgewählt').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // a look at an application, and back to the ticks
    await page.getByRole('checkbox', { name: /mit Bella/ }).uncheck();
    await page.getByRole('link', { name: /Bella/ }).click();
    await page.getByRole('region', { name: 'Vorgang' }).waitFor();
    await page.goBack();
    await page.getByText('2 Zeilen ausgewählt').waitFor();
    await page.getByRole('button', { name: '2 Änderungen übernehmen' }).click();
    await page.getByRole('dialog').getByText('1 Vorgang wird auf „Abgelehnt“ gesetzt.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Jetzt übernehmen' }).click();

    await focusedHeading(page, '2 Vorgänge sind geändert');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zurück zu den Rückmeldungen' }).click();
    await page
      .getByRole('row', { name: /Rückmeldung\.csv/ })
      .getByText('admin')
      .waitFor();
  });
  expect(await caseOf(issued)).toMatchObject({ status: 'issued', policyNumber: '0012-3' });
  expect((await caseOf(declined))?.status).toBe('declined');
  expect((await caseOf(left))?.status).toBe('transmitted');
});
