/** From a call, and from a price, to an application: whole journeys of callers, visitors and staff in a real browser. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { offerReminderConsent } from '#domain/law/wordings';
import { preparedSentence } from '#domain/preparations/preparations';
import { api, pages } from '#domain/urls';
import { onCleanPage, overflow } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import { atStep, card, control, fills, next, tomorrow } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { call, enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(120_000);
const stage = setStage();
const line = preparedSentence('Sattelfest');

const mailTo = (address: string, subject: RegExp) =>
  stage.mails.find((mail) => mail.to.join() === address && subject.test(mail.email.subject ?? ''));

/** Asks for a callback as the form does. */
async function askForCall(email: string): Promise<void> {
  const wish = { name: 'Ilse Maria Brandt', phone: '0171 2000 100', email, dataProcessingConsent: true };
  await call(stage.server.url, 'POST', api.callbackRequests, wish);
}

/** The form of staff for a caller, from the row of the request. */
async function openCall(page: Page, email: string): Promise<void> {
  await enter(page, stage.server.url);
  await page.goto(stage.server.url + pages.backofficeCallbacks);
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByText('Weitere Aktionen').click();
  await row.getByText('Antrag vorbereiten').click();
  await page.getByRole('heading', { level: 1, name: 'Antrag vorbereiten' }).waitFor();
}

const part = (page: Page, name: RegExp) => page.getByRole('region', { name });

async function dictateHorse(page: Page, birthDate: string): Promise<void> {
  await control(page, 'Name des Pferdes').fill('Rosalie');
  await part(page, /Pferd/).getByLabel('Geburtsdatum').fill(birthDate);
}

async function finish(page: Page): Promise<void> {
  await atStep(page, 5);
  await fills[4]?.(page);
  await next(page);
  await atStep(page, 6);
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
}

async function chosen(page: Page, tariff: string, deductible: string): Promise<void> {
  await atStep(page, 3);
  expect(await page.getByRole('radio', { name: tariff, exact: true }).isChecked()).toBe(true);
  expect(await card(page, tariff).getByRole('combobox').inputValue()).toBe(deductible);
}

/** From the third step to the filled fourth one. */
async function fillPolicyholder(page: Page): Promise<void> {
  await next(page);
  await atStep(page, 4);
  await fills[3]?.(page);
}

test('a caller is invited on the telephone, checks every entry on her phone, and declares everything herself', async () => {
  const email = 'ilse.brandt@post.example';
  await askForCall(email);
  await onPage(stage, desktop, async ({ page }) => {
    await openCall(page, email);
    expect(await control(page, 'E-Mail').inputValue()).toBe(email);
    expect(await control(page, 'Nachname').inputValue()).toBe('Maria Brandt');
    await dictateHorse(page, '2012-05-01');
    await dictateHorse(page, '2014-05-01');
    await page.getByRole('radio', { name: 'Top-OP-Schutz' }).check();
    await page.getByRole('button', { name: 'Einladung senden' }).click();
    await page.getByRole('row').filter({ hasText: 'Brandt' }).getByText('Eingeladen').waitFor();
  });
  const invitation = await mailTo(email, /^Ihr vorbereiteter Antrag/);
  expect(invitation.email.text).toContain('Noch ist nichts beantragt.');
  expect(invitation.email.text).toContain('Rosalie');

  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + linkIn(invitation, 'fortsetzen'));
    await atStep(page, 1);
    await page.getByText(line).waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await control(page, 'Name des Pferdes').inputValue()).toBe('Rosalie');
    expect(await control(page, 'Geburtsdatum').inputValue()).toBe('2014-05-01');
    await control(page, 'Name des Pferdes').fill('Rosalie vom Moor');
    await page.getByLabel('Geschlecht').selectOption('mare');
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(false);
    await page.getByRole('checkbox').first().check();
    await next(page);
    await atStep(page, 2);
    expect(await control(page, 'Telefon').inputValue()).toBe('0171 2000 100');
    await page.getByLabel('Anrede').selectOption('mrs');
    await page.getByRole('checkbox').first().check();
    await next(page);
    await chosen(page, 'Top-OP-Schutz', '0');
    await fillPolicyholder(page);
    await next(page);
    await finish(page);
  });

  await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeCallbacks);
    await page.getByRole('row').filter({ hasText: email }).getByText('Eingereicht').waitFor();
    await page.goto(`${stage.server.url}${pages.backofficePreparations}?state=completed`);
    await page.getByRole('row').filter({ hasText: 'Brandt' }).getByRole('link').first().click();
    await page.getByText('Vorbereitet von admin').waitFor();
    await page.getByText('Rosalie vom Moor').first().waitFor();
  });
});

test('a price from the landing page becomes an offer by mail, and then an application', async () => {
  const email = 'emre.aydin@post.example';
  const start = tomorrow();
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await page
      .getByRole('link', { name: /Angebot per E-Mail/ })
      .last()
      .click();
    await page.waitForURL(/\/angebot\?/);
    expect(await control(page, 'Tarif').inputValue()).toBe('premium');
    await control(page, 'E-Mail').fill(email);
    await control(page, 'Gewünschter Beginn').fill(start);
    expect(await page.getByLabel(offerReminderConsent).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Angebot anfordern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Angebot ist unterwegs' }).waitFor();
  });
  const mail = await mailTo(email, /^Ihr Angebot zum Premium-OP-Schutz/);
  expect(mail.email.attachments).toHaveLength(7);
  expect(mail.email.attachments[0]?.filename).toMatch(/^AN-\d{8}-[2-9A-HJ-NP-Z]{10}\.pdf$/);

  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + linkIn(mail, 'angebot'));
    await page
      .getByText(/^Unverbindlich\. Preisstand/)
      .first()
      .waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Antrag beginnen' }).click();
    await atStep(page, 1);
    expect(await control(page, 'Versicherungsbeginn').inputValue()).toBe(start);
    await fills[0]?.(page);
    await next(page);
    await atStep(page, 2);
    expect(await control(page, 'E-Mail').inputValue()).toBe(email);
    await fills[1]?.(page, email);
    await next(page);
    await chosen(page, 'Premium-OP-Schutz', '0');
    await fillPolicyholder(page);
    await next(page);
    await finish(page);
  });

  await onPage(stage, desktop, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.goto(stage.server.url + pages.backofficeOffers);
    const row = page.getByRole('row').filter({ hasText: email });
    await row.getByText('Antrag eingereicht').waitFor();
  });
});
