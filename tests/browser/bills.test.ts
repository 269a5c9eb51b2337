/** From the landing page to a bill, to what is left of it, and on to an application: with a script and without. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function fill(page: Page, bill: string): Promise<void> {
  await page.getByLabel('Rechnung in Euro').fill(bill);
  await page.getByLabel('GOT-Satz').selectOption('4');
  await page.getByLabel('War es ein Notdienst?').selectOption('yes');
  await page.getByLabel('Tage in der Klinik').fill('7');
  await page.getByLabel('Selbstbeteiligung').selectOption('250');
}

for (const viewport of [desktop, phone]) {
  test(`a visitor of the landing page learns what is left of a bill at ${viewport.width} px`, async () => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await page.goto(`${stage.server.url}/?source=messe`);
      await page.getByRole('link', { name: 'Was bleibt an mir hängen?' }).click();
      await page.getByRole('heading', { level: 1, name: 'Was bleibt an mir hängen?' }).waitFor();
      await page.getByRole('heading', { level: 2, name: 'Ein Beispiel: Kolik-OP im Notdienst' }).waitFor();
      // nothing else is called like a field
      for (const field of ['Rechnung', 'GOT', 'Notdienst', 'Tage in der Klinik', 'Selbstbeteiligung'])
        expect([field, await page.getByLabel(field).count()]).toEqual([field, 1]);
      expect(await axeViolations(page)).toEqual([]);
      await fill(page, '12.000');
      await page.getByRole('button', { name: 'Jetzt rechnen' }).click();
      await page.getByRole('heading', { level: 2, name: 'So teilt sich Ihre Rechnung auf' }).waitFor();
      // the browser leads to the result, below its header
      expect(new URL(page.url()).hash).toBe('#ergebnis');
      const top = await page.locator('#ergebnis').evaluate((one) => one.getBoundingClientRect().top);
      expect(top).toBeWithin(60, 400);
      await card(page, 'Basis-OP-Schutz').getByText('mindestens 9.750 €').waitFor();
      await card(page, 'Top-OP-Schutz').getByText('höchstens 5.750 €').waitFor();
      await card(page, 'Premium-OP-Schutz').getByText('mindestens 250 €').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      const premium = card(page, 'Premium-OP-Schutz');
      const offer = premium.getByRole('link', { name: /^Angebot per E-Mail/ });
      expect(await offer.getAttribute('href')).toBe(
        `${pages.offer}?tariff=premium&deductible=250&source=messe`,
      );
      const start = premium.getByRole('link', { name: /^Antrag beginnen/ });
      expect(await start.getAttribute('href')).toBe('/calculator?tariff=premium&deductible=250&source=messe');
      await start.click();
      // the wizard takes tariff and deductible out of its address
      await page.waitForURL(/\/application\/[0-9a-f-]{36}\?.*source=messe/);
    });
  });
}

test('what is wrong is named beside its field, which has the focus, and stays', async () => {
  await onPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + pages.whatIsLeft);
    await fill(page, '200');
    await page.getByRole('button', { name: 'Jetzt rechnen' }).click();
    const field = page.getByLabel('Rechnung in Euro');
    await page.getByText('Bitte geben Sie einen Betrag von 500 bis 30.000 € ein').waitFor();
    expect(await field.inputValue()).toBe('200');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Tage in der Klinik').inputValue()).toBe('7');
    expect(await page.getByLabel('GOT-Satz').inputValue()).toBe('4');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await field.fill('2000');
    await page.getByRole('button', { name: 'Jetzt rechnen' }).click();
    await card(page, 'Top-OP-Schutz').getByText('höchstens 750 €').waitFor();
  });
});

test('it needs no script', async () => {
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${stage.server.url}${pages.whatIsLeft}?source=messe`);
    await fill(page, '3.000');
    await page.getByRole('button', { name: 'Jetzt rechnen' }).click();
    await card(page, 'Top-OP-Schutz').getByText('höchstens 1.250 €').waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      source: 'messe',
      bill: '3.000',
      rate: '4',
      emergency: 'yes',
      days: '7',
      deductible: '250',
    });
  } finally {
    await context.close();
  }
});
