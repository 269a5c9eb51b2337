/** A site whose operator has filled in the file: hydrated pages keep what the server rendered. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOML } from 'bun';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { walk } from '#tests/browser/narrow-walk';
import { onCleanPage } from '#tests/browser/page-checks';
import { phone } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
import { filledFile } from '#tests/support/operator';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const folder = mkdtempSync(join(tmpdir(), 'sattelfest-operator-'));
// as long as the file allows, without a blank where a line could break
const word = 'Wielandstallgemeinschaft'.repeat(5);
const brand = { name: 'Wielandstallgemeinschaftsschut', claim: word.slice(0, 40) };
const company = { ...filledFile.company, name: word.slice(0, 100), street: word.slice(0, 100) };
const insurer = { ...filledFile.insurer, name: word.slice(0, 100) };
const creditor = { ...filledFile.creditor, name: word.slice(0, 70) };
writeFileSync(
  join(folder, 'operator.toml'),
  TOML.stringify({ ...filledFile, brand, company, insurer, creditor }),
);
afterAll(() => rmSync(folder, { recursive: true }));
const stage = setStage({ OPERATOR_DIR: folder, SUBMIT_LABEL: 'Zahlungspflichtig beantragen' });

const lastLine = (page: Page) => page.getByRole('contentinfo').locator('p').last();

test('the wizard shows creditor, button and status of the operator after hydration', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 5);
    await page.getByText(`Ich ermächtige die ${creditor.name}`).waitFor();
    await page.getByText(creditor.id).waitFor();
    await page.getByText(/^Sie können innerhalb von acht Wochen.*Erstattung/).waitFor();
    expect(await page.title()).toContain(brand.name);
    expect(await lastLine(page).textContent()).toEndWith(`Versicherer: ${insurer.name} · Erstinformation`);
    await openAt(page, stage.server.url, 6);
    await page.getByRole('button', { name: 'Zahlungspflichtig beantragen' }).click();
    await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
  });
});

test('long names of brand, company and insurer fit a screen of 320 px', async () => {
  const legal = [pages.imprint, pages.privacy, pages.accessibility, pages.documents, pages.withdrawal];
  const problems = await walk(stage, async (page, look) => {
    for (const path of [pages.home, ...legal, pages.login]) {
      await page.goto(stage.server.url + path);
      await look(path);
    }
    for (const step of [1, 5, 6]) {
      await openAt(page, stage.server.url, step);
      await look(`step ${step}`);
    }
  });
  expect(problems).toEqual([]);
});
