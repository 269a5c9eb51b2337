/** A call on a phone, the hints of its fields, and what a reload and a lost session leave of it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { administrator, bearer, call, enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setStage();

const price = (page: Page) => page.getByRole('complementary', { name: 'Beitrag' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function open(page: Page) {
  const token = await enter(page, stage.server.url);
  await page.goto(stage.server.url + pages.backofficePreparations);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'contact.salutation');
  return token;
}

/** Whether the price is on the screen as a whole. */
const isInSight = async (page: Page) => {
  const { y = -1, height = 0 } = (await price(page).boundingBox()) ?? {};
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0);
};

test('on a phone the price stays at the foot, and hides no field that has the focus', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await open(page);
    await page.getByRole('radio', { name: /Premium/ }).check();
    for (const label of ['Vorname', 'Telefon', 'Lebensnummer (falls vorhanden)', 'Zahlweise']) {
      await field(page, label).focus();
      expect(await isInSight(page)).toBe(true);
      const { y = 0, height = 0 } = (await field(page, label).boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual((await price(page).boundingBox())?.y ?? 0);
    }
  });
});

test('an address of a mistyped provider is questioned, and what is taken over is sent', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page);
    for (const [label, text] of Object.entries({ Vorname: 'Gerda', Nachname: 'Lang', Telefon: '1' }))
      await field(page, label).fill(text);
    await field(page, 'E-Mail').fill('gerda@gmial.com');
    await page.keyboard.press('Tab');
    await page.getByText('Meinten Sie gerda@gmail.com?').waitFor();
    await page.getByRole('button', { name: 'Übernehmen' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('gerda@gmail.com').waitFor();
  });
});

test('a postal code fills in the place, and a life number says which one it is', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page);
    await field(page, 'Lebensnummer (falls vorhanden)').fill('276 02 0000 123456');
    await page.getByText('Chipnummer', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /Jemand anderes/ }).check();
    await field(page, 'PLZ').fill('21335');
    await until(async () => (await field(page, 'Ort').inputValue()) === 'Lüneburg');
    await field(page, 'PLZ').fill('A-1010');
    await page.keyboard.press('Tab');
    await page.getByText('Wir versichern Pferde in Deutschland.', { exact: true }).waitFor();
    expect(await field(page, 'Ort').inputValue()).toBe('');
    await page.getByRole('checkbox', { name: /Jemand anderes/ }).uncheck();
    expect(await page.getByText('Wir versichern Pferde').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('a draft survives a reload and a lost session, without the ways to reach anybody', async () => {
  const { url } = stage.server;
  const robin = { name: 'Robin Falkner', phone: '0251 2', email: 'robin@post.example' };
  await call(url, 'POST', api.callbackRequests, { ...robin, dataProcessingConsent: true });
  const problems = await onPage(stage, desktop, async ({ page }) => {
    let token = await open(page);
    const entries = { Vorname: 'Gerda', 'E-Mail': 'gerda@post.example', 'Name des Pferdes': 'Donna' };
    for (const [label, text] of Object.entries(entries)) await field(page, label).fill(text);
    await page.getByRole('radio', { name: /Top/ }).check();
    const isKept = async () => {
      await page.getByRole('button', { name: 'Verwerfen' }).waitFor();
      const labels = [...Object.keys(entries), 'Telefon'];
      const values = await Promise.all(labels.map((label) => field(page, label).inputValue()));
      expect(values).toEqual(['Gerda', '', 'Donna', '']);
      expect(await page.getByRole('radio', { name: /Top/ }).isChecked()).toBe(true);
    };
    await page.reload();
    await isKept();
    await field(page, 'E-Mail').fill('gerda@post.example');
    const loseSession = async () => {
      await call(url, 'POST', api.logout, {}, bearer(token));
      const refresh = page.getByRole('button', { name: 'Aktualisieren' });
      const username = page.getByLabel('Benutzername');
      // another call of the page may find it out first, and the button is gone then
      await until(async () => {
        await refresh.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
        return await username.isVisible();
      });
      await username.fill(administrator.username);
      await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '');
      await page.getByRole('link', { name: 'Vorbereitet' }).click();
    };
    await loseSession();
    await isKept();
    // that of a callback is found again, too, and knows the callback's ways
    await page.getByRole('link', { name: 'Rückrufe', exact: true }).click();
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('link', { name: 'Antrag vorbereiten' }).click();
    await field(page, 'Name des Pferdes').fill('Amélie');
    await loseSession();
    await page.getByRole('link', { name: 'Angefangenen Antrag zu einem Rückruf fortsetzen' }).click();
    await page.getByText('Rückruf: Robin Falkner').waitFor();
    expect(await field(page, 'Name des Pferdes').inputValue()).toBe('Amélie');
    expect(await field(page, 'E-Mail').inputValue()).toBe('robin@post.example');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Backoffice Anmeldung' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('staff-drafts'))).toBeNull();
  });
  expect(unprovoked(problems, /status of 401/)).toEqual([]);
});
