/** An offer in a real browser: asked for on a phone without JavaScript, opened from the mail, and begun from. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { linkIn } from '#tests/support/mail-links';
import { setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };

test('an offer is asked for, slept over, begun from and deleted', async () => {
  const email = 'johanna@schlaf-drueber.example';
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(
      `${stage.server.url}${pages.offer}?tariff=premium&deductible=250&frequency=quarterly&source=messe`,
    );
    await page.getByLabel('E-Mail', { exact: true }).fill('johanna');
    await page.getByRole('button', { name: 'Angebot anfordern' }).click();
    await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
    await page.getByLabel('E-Mail', { exact: true }).fill(email);
    await page.getByLabel('Geburtsjahr des Pferdes (freiwillig)').fill('2015');
    await page.getByRole('button', { name: 'Angebot anfordern' }).click();
    await page.getByRole('heading', { name: 'Ihr Angebot ist unterwegs' }).waitFor();
    expect(page.url()).toBe(stage.server.url + pages.offerSent);
  } finally {
    await context.close();
  }
  const mail = await stage.mails.find(
    ({ to, email: { subject } }) => to.join() === email && subject === 'Ihr Angebot zum Premium-OP-Schutz',
  );
  const link = stage.server.url + linkIn(mail, 'angebot');

  for (const view of [desktop, narrow])
    await onCleanPage(stage, view, async ({ page }) => {
      for (const url of [stage.server.url + pages.offer, link]) {
        await page.goto(url);
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      }
    });

  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(link);
    await page.getByText(/^196,05\s€/).waitFor();
    await page.getByRole('button', { name: 'Antrag beginnen' }).click();
    await page.waitForURL(/\/application\/[\w-]{36}$/);
    const begun = page.url();
    await page.goto(link);
    await page.getByRole('button', { name: 'Antrag beginnen' }).click();
    await page.waitForURL(begun);
    await page.goto(link);
    await page.getByText('Brauchen Sie das Angebot nicht mehr?').click();
    await page.getByRole('button', { name: 'Angebot löschen' }).click();
    await page.getByRole('heading', { name: 'Ihr Angebot ist gelöscht' }).waitFor();
  });
});
