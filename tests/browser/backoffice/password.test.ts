/** Changing the password in a real browser. It ends all other sessions of the user. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { toast } from '#tests/support/journey';
import { bearer, call, enter, hire, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();

const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

/** Opens a screen as a signed-in user. */
async function openAs(page: Page, path: string, who: { username: string; password: string }) {
  await enter(page, stage.server.url, who);
  await page.goto(stage.server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const change = async (page: Page, current: string, next: string, confirm = next) => {
  await field(page, 'Current Password').fill(current);
  await field(page, 'New Password').fill(next);
  await field(page, 'Confirm New Password').fill(confirm);
  await page.getByRole('button', { name: 'Change Password' }).click();
};

test('the form shows every refusal in English, and a change ends the other session', async () => {
  const mira = await hire(stage.server.url, 'mira.yilmaz');
  const elsewhere = await tokenOf(stage.server.url, mira);
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAs(page, pages.backofficePassword, mira);
    await page.getByRole('button', { name: 'Change Password' }).click();
    for (const text of [
      'Current password is required',
      'New password must be at least 6 characters long',
      'Please confirm your new password',
    ]) {
      await page.getByText(text).waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
    await change(page, mira.password, 'ganz-neu-3', 'ganz-neu-4');
    await page.getByText("Passwords don't match").waitFor();
    await change(page, 'falsch', 'ganz-neu-3');
    await toast(page, 'Error changing password', 'Current password is incorrect');
    await change(page, mira.password, 'ganz-neu-3');
    await toast(page, 'Password changed successfully', 'Your password has been updated.');
    expect(await field(page, 'Current Password').inputValue()).toBe('');
    // this session stays valid
    await page.getByRole('link', { name: 'Rückrufe', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Rückruf-Anfragen' }).waitFor();
  });
  expect(unprovoked(problems, /status of 400/)).toEqual([]);
  const answer = await fetch(stage.server.url + api.currentUser, { headers: bearer(elsewhere) });
  expect(answer.status).toBe(401);
});

test('after a change, the next call in another browser leads to the login', async () => {
  const nora = await hire(stage.server.url, 'nora.lind');
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAs(page, pages.backofficeCallbacks, nora);
    const body = { currentPassword: nora.password, newPassword: 'ganz-neu-3' };
    const token = await tokenOf(stage.server.url, nora);
    await call(stage.server.url, 'POST', api.changePassword, body, bearer(token));
    await page.getByRole('button', { name: 'Aktualisieren' }).click();
    await page.getByRole('heading', { name: 'Backoffice Anmeldung' }).waitFor();
    expect(await keptToken(page)).toBeNull();
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});
