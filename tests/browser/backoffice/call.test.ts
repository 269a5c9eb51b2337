/** A call from the first key to the invitation, and what a reload and a lost session leave of it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { administrator, bearer, call, enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage } from '../page-checks';
import { focusOf, tabTo } from '../tabbing';

setDefaultTimeout(90_000);
const stage = setStage();

const at = (path: string) => stage.server.url + path;
const price = (page: Page) => page.getByRole('complementary', { name: 'Beitrag' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function open(page: Page, search = '') {
  const token = await enter(page, stage.server.url);
  await page.goto(at(pages.backofficePreparations + search));
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'contact.salutation');
  return token;
}

async function typeInto(page: Page, label: string, text: string) {
  await tabTo(page, (focused) => focused.label === label);
  await page.keyboard.type(text);
}

/** Whether the price is on the screen as a whole. */
const isInSight = async (page: Page) => {
  const { y = -1, height = 0 } = (await price(page).boundingBox()) ?? {};
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0);
};

test('a caller is served with the keyboard alone, with the price in sight', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page);
    expect(await focusOf(page)).toMatchObject({ label: 'Anrede', seen: true });
    await page.keyboard.type('Frau');
    await typeInto(page, 'Vorname', 'Gerda');
    await typeInto(page, 'Nachname', 'Lang');
    await typeInto(page, 'E-Mail', 'gerda@post.example');
    await typeInto(page, 'Telefon', '0251 1');
    await typeInto(page, 'Name des Pferdes', 'Donna');
    await typeInto(page, 'Geburtsdatum', '05192010');
    await page.getByText(/^1\d Jahre alt$/).waitFor();
    // she remembers it otherwise
    for (const _ of ['month', 'day']) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('06012018');
    expect(await field(page, 'Geburtsdatum').inputValue()).toBe('2018-06-01');
    await typeInto(page, 'Geschlecht', 'Stute');
    await tabTo(page, ({ type }) => type === 'radio');
    // after the last choice comes the first
    for (const _ of ['basis', 'top']) await page.keyboard.press('ArrowDown');
    await price(page).getByText('48,44').waitFor();
    await typeInto(page, 'Selbstbeteiligung', '250');
    await typeInto(page, 'Zahlweise', 'Viertel');
    await price(page).getByText('133,74').waitFor();
    await price(page).getByText('534,96').waitFor();
    expect(await isInSight(page)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await tabTo(page, ({ type }) => type === 'checkbox');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('gerda@post.example'));
    expect(await focusOf(page)).toMatchObject({ role: 'status', seen: true });
    expect(await axeViolations(page)).toEqual([]);
    expect(await field(page, 'Vorname').inputValue()).toBe('');
    await tabTo(page, ({ label }) => label === 'Anrede');
    await page.getByRole('row', { name: /Gerda Lang.*Eingeladen/ }).waitFor();
    const { email } = await stage.mails.find(({ email }) => email.to?.[0]?.address === 'gerda@post.example');
    expect(email.text).toContain('Noch ist nichts beantragt.');
  });
});

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
      await page.getByRole('button', { name: 'Aktualisieren' }).click();
      await page.getByLabel('Benutzername').fill(administrator.username);
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
