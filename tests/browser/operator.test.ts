/** A site whose operator has filled in the file: hydrated pages keep what the server rendered. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOML } from 'bun';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { atStep, openAt } from '#tests/support/journey';
import { filled, filledFile } from '#tests/support/operator';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(90_000);
const folder = mkdtempSync(join(tmpdir(), 'sattelfest-operator-'));
// as long as the file allows, without a blank where a line could break
const brand = { name: 'Wielandstallgemeinschaftsschut', claim: filledFile.brand.claim };
writeFileSync(join(folder, 'operator.toml'), TOML.stringify({ ...filledFile, brand }));
afterAll(() => rmSync(folder, { recursive: true }));
const stage = setStage({ OPERATOR_DIR: folder, SUBMIT_LABEL: 'Zahlungspflichtig beantragen' });

const lastLine = (page: Page) => page.getByRole('contentinfo').locator('p').last();

test('the wizard shows creditor, button and status of the operator after hydration', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 5);
    const { creditor, insurer } = filled;
    await page.getByText(`Ich ermächtige die ${creditor.name}`).waitFor();
    await page.getByText(creditor.id).waitFor();
    expect(await page.title()).toContain(brand.name);
    expect(await lastLine(page).textContent()).toEndWith(`Versicherer: ${insurer.name} · Erstinformation`);
    await openAt(page, stage.server.url, 6);
    await page.getByRole('button', { name: 'Zahlungspflichtig beantragen' }).click();
    await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
  });
});

test('a long name of the brand fits a screen of 320 px', async () => {
  const narrow = { width: 320, height: 640 };
  await onCleanPage(stage, narrow, async ({ page }) => {
    for (const path of [pages.home, pages.imprint, pages.accessibility, pages.login]) {
      await page.goto(stage.server.url + path);
      expect([path, await overflow(page)]).toEqual([path, 0]);
    }
    await openAt(page, stage.server.url, 1);
    await atStep(page, 1);
    expect(await overflow(page)).toBe(0);
  });
});

test('an administrator gets from the dashboard to the Startprüfung', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backoffice);
    await page.getByRole('link', { name: /^Startprüfung: \d+ Punkte offen$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Startprüfung' }).waitFor();
    await page.getByText('Jedes Administratorkonto hat eine Zwei-Faktor-Anmeldung').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.title()).toBe(`Startprüfung | ${brand.name} Backoffice`);
  });
});
