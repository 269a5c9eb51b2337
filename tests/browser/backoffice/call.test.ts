/** A call by keyboard alone, from the first key to the invitation. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';
import { focusOf, tabTo } from '../tabbing';

setDefaultTimeout(90_000);
const stage = setStage();

const price = (page: Page) => page.getByRole('complementary', { name: 'Beitrag' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function open(page: Page) {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + pages.backofficePreparations);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'contact.salutation');
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
