/** The audit log in a real browser, and sessions that an administrator ends. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { administrator, bearer, call, enter, hire, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from '../page-checks';

setDefaultTimeout(60_000);
const stage = setStage();

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const cellsOf = (page: Page, row: number) =>
  page
    .getByRole('table', { name: 'Protokoll' })
    .getByRole('row')
    .nth(row)
    .getByRole('cell')
    .allTextContents();

/** Ends the sessions of an account through the API, `times` times. */
async function endSessions(username: string, times: number) {
  const { url } = stage.server;
  const headers = bearer(await tokenOf(url));
  const listed = await call(url, 'GET', api.users, undefined, headers);
  const users = (await listed.json()) as { id: string; username: string }[];
  const user = users.find((one) => one.username === username);
  for (let time = 0; time < times; time += 1) {
    await call(url, 'POST', href(api.endSessions, { id: user?.id ?? '' }), undefined, headers);
  }
}

test.each([desktop, phone])('an administrator reads the audit log at $width px', async (viewport) => {
  const name = `nora.${viewport.width}`;
  await hire(stage.server.url, name);
  await endSessions(name, 25);
  await onCleanPage(stage, viewport, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backoffice);
    const card = page.getByRole('link', { name: /^Protokoll/ });
    await card.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await card.click();
    await title(page, 'Protokoll');
    await page.getByText(name).first().waitFor();
    // above it is the sign-in of this test
    const [number, at = '', ...rest] = await cellsOf(page, 2);
    expect(number).toMatch(/^\d+$/);
    expect(at).toMatch(/^\d{2}\.\d{2}\.\d{4}(, )?\d{2}:\d{2}$/);
    expect(rest).toEqual(['admin', 'Sitzungen beendet', name]);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByText('Seite 2 von').waitFor();
    await page.getByText('Benutzer erstellt').first().waitFor();
    expect(page.url()).toEndWith(`${pages.backofficeAuditLog}?page=2`);
    // a page that no longer exists
    await page.goto(`${stage.server.url}${pages.backofficeAuditLog}?page=99`);
    await page.getByText(/Seite (\d+) von \1/).waitFor();
  });
});

test('a case handler sees neither the card nor the entries', async () => {
  const lukas = await hire(stage.server.url, 'lukas.weber');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url, lukas);
    await page.goto(stage.server.url + pages.backoffice);
    await page.getByText('Anträge gesamt').waitFor();
    expect(await page.getByRole('link', { name: /^Protokoll/ }).count()).toBe(0);
    await page.goto(stage.server.url + pages.backofficeAuditLog);
    await page.getByText('Dafür fehlt Ihnen die Berechtigung.').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });
  expect(unprovoked(problems, /status of 403/)).toEqual([]);
});

test("an administrator can end a colleague's sessions and their own", async () => {
  const mira = await hire(stage.server.url, 'mira.yilmaz');
  const problems = await onPage(stage, phone, async ({ page, context }) => {
    const hers = await tokenOf(stage.server.url, mira);
    const isIn = async (token: string) =>
      (await fetch(stage.server.url + api.currentUser, { headers: bearer(token) })).status === 200;
    const mine = await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeUsers);
    const button = (name: string) => rowOf(page, name).getByRole('button', { name: 'Sitzungen beenden' });
    page.once('dialog', (confirmation) => confirmation.dismiss());
    await button(mira.username).click();
    expect(await isIn(hers)).toBe(true);
    page.on('dialog', (confirmation) => confirmation.accept());
    await button(mira.username).click();
    await toast(page, 'Erfolgreich', 'Alle Sitzungen wurden beendet');
    expect([await isIn(hers), await isIn(mine)]).toEqual([false, true]);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    // another window of the same browser is signed out too
    const other = await context.newPage();
    await other.goto(stage.server.url + pages.backoffice);
    await other.getByText('Anträge gesamt').waitFor();
    await button(administrator.username).click();
    for (const one of [page, other]) await one.waitForURL(`**${pages.login}`);
    expect(await isIn(mine)).toBe(false);
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});
