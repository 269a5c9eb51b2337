/** What only a browser does with the forms of visitors: the keyboard, a referrer, unfinished dates, Back, and print. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { questionKeys } from '#domain/precheck';
import { api, pages } from '#domain/urls';
import { forms } from '#tests/browser/form-states';
import { narrow } from '#tests/browser/narrow-walk';
import { heading, onCleanPage, press, withoutScript } from '#tests/browser/page-checks';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage();
const at = (path: string) => stage.server.url + path;

test.each(['offer', 'calls', 'reminders'] as const)('%s without JavaScript', async (form) => {
  await withoutScript(stage, narrow, (page) =>
    forms[form]({ page, stage, look: async () => {}, hasScript: false }),
  );
});

test('the pre-check can be answered by keyboard alone', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(at(pages.precheck));
    const radio = (key: string, value: string) => page.locator(`[name=${key}][value=${value}]`);
    const hasFocus = (key: string) => radio(key, 'yes').evaluate((one) => one === document.activeElement);
    await radio(questionKeys[0] ?? '', 'yes').focus();
    for (const [index, key] of questionKeys.entries()) {
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      expect(await radio(key, 'no').isChecked()).toBe(true);
      const following = questionKeys[index + 1];
      // a date field has several stops
      for (let stops = 0; following && stops < 10 && !(await hasFocus(following)); stops += 1)
        await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await heading(page, 'Das passt.');
  });
});

test('a withdrawal by keyboard reaches no third party, and staff see it', async () => {
  const contract = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await press(page, 'Alle akzeptieren');
    await page.goto(at(pages.withdrawalOf(contract)));
    expect(await page.locator('[name=contract]').inputValue()).toBe(contract);
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Kim Lang');
    await page.keyboard.press('Tab');
    await page.keyboard.type('kim.tastatur@mail.example');
    await page.keyboard.press('Enter');
    await heading(page, 'Ihr Widerruf ist eingegangen');
    const token = page.url().split('/').at(-1) ?? '?';
    expect(await page.evaluate(() => JSON.stringify(window.dataLayer ?? []))).not.toContain(token);
    const seen = page.waitForRequest(`${stage.server.url}/`);
    const logo = page.getByRole('banner').getByRole('link', { name: /Sattelfest/ });
    await logo.click();
    expect((await seen).headers().referer).toBeUndefined();

    await enter(page, stage.server.url);
    await page.goto(at(pages.backofficeWithdrawals));
    const row = page.getByRole('row').filter({ hasText: 'kim.tastatur' });
    const badge = await row.getByText('Offen', { exact: true }).boundingBox();
    const button = await row.getByRole('button', { name: 'Abschließen' }).boundingBox();
    if (!badge || !button) throw new Error('not visible');
    // the button is beside or below it
    const gap = Math.max(button.x - badge.x - badge.width, button.y - badge.y - badge.height);
    expect(gap).toBeGreaterThanOrEqual(8);
    expect(await axeViolations(page)).toEqual([]);
  });
});

const withScript: typeof withoutScript = async (_, viewport, act) => {
  await onPage(stage, viewport, ({ page }) => act(page));
};

test.each([
  ['with', withScript],
  ['without', withoutScript],
])('"Back" shows what a form was answered with, %s a script', async (_, on) => {
  await on(stage, phone, async (page) => {
    await page.goto(at(pages.precheck));
    for (const no of await page.getByRole('radio', { name: 'Nein', exact: true }).all()) await no.check();
    await press(page, 'Jetzt prüfen');
    await heading(page, 'Das passt.');
    await page.getByRole('link', { name: 'Angebot per E-Mail' }).click();
    await page.getByLabel('E-Mail', { exact: true }).fill('johanna');
    await press(page, 'Angebot anfordern');
    const message = page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein');
    await message.waitFor();
    await page.getByRole('link', { name: 'Impressum' }).click();
    await heading(page, 'Impressum');
    await page.goBack();
    await message.waitFor();
    expect(await page.getByLabel('E-Mail', { exact: true }).inputValue()).toBe('johanna');
    await page.goBack();
    await page.goBack();
    await heading(page, 'Das passt.');
  });
});

test('a date without its year is not sent as if nothing had been typed', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(at(`${pages.offer}?tariff=top&deductible=0&frequency=monthly`));
    await page.getByLabel('E-Mail', { exact: true }).fill('johanna@unfertig.example');
    const day = page.getByLabel('Gewünschter Beginn');
    await day.click({ position: { x: 16, y: 20 } });
    await page.keyboard.type('12');
    const message = page.getByRole('alert').getByText('Bitte geben Sie das ganze Datum ein');
    for (const _ of [1, 2]) {
      await press(page, 'Angebot anfordern');
      await message.waitFor();
      expect(await message.count()).toBe(1);
      expect(await day.getAttribute('aria-invalid')).toBe('true');
      const described = await day.getAttribute('aria-describedby');
      expect(described?.split(' ')).toContain((await message.getAttribute('id')) ?? '');
      expect(await day.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    expect(sent).toEqual([]);
    await day.fill('');
    await press(page, 'Angebot anfordern');
    await page.waitForURL(at(pages.offerSent));
    expect(sent).toEqual([api.offers]);
  });
});

test('nor in a dialog of staff', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(at(pages.backofficeOffers));
    await press(page, 'Angebot senden');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail').fill('johanna@unfertig-zwei.example');
    await dialog.getByLabel('Tarif').selectOption('Top-OP-Schutz');
    const day = dialog.getByLabel('Gewünschter Beginn');
    await day.click({ position: { x: 16, y: 20 } });
    await page.keyboard.type('12');
    const send = dialog.getByRole('button', { name: 'Angebot senden' });
    await send.click();
    const message = dialog.getByRole('alert').getByText('Bitte geben Sie das ganze Datum ein');
    await message.waitFor();
    await day.fill(await day.evaluate((one) => (one as HTMLInputElement).max));
    expect(await message.count()).toBe(0);
    await send.click();
    await page.getByText('Das Angebot ist unterwegs.').first().waitFor();
  });
});
