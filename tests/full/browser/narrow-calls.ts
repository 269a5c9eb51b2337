import type { Page } from 'playwright-core';
import { api, pages } from '#domain/urls';
import type { Look } from '#tests/browser/narrow-walk';
import { bearer, call, tokenOf } from '#tests/support/staff';

type Texts = { url: string; name: string; phone: string; email: string };

/** Requests for a call, a call about one, what was prepared before, and offers, each with the longest texts. */
export async function walkCalls(page: Page, look: Look, { url, name, phone, email }: Texts) {
  const headers = bearer(await tokenOf(url));
  const contact = { salutation: 'mrs', firstName: name, lastName: name, email, phone };
  await call(url, 'POST', api.preparations, { id: crypto.randomUUID(), contact }, headers);
  const choice = { tariffType: 'premium', selfParticipation: 1000, paymentFrequency: 'semiannual' };
  await call(url, 'POST', api.staffOffers, { id: crypto.randomUUID(), email, ...choice }, headers);
  await page.goto(url + pages.backofficeCallbacks);
  await page.getByText(phone).first().waitFor();
  await look('callbacks');
  await page.getByRole('link', { name: 'Antrag vorbereiten' }).first().click();
  const send = page.getByRole('button', { name: 'Einladung senden' });
  await send.waitFor();
  await page.getByText(`${name} ${name}`).waitFor();
  await page.getByRole('radio', { name: /Premium/ }).check();
  await page.getByRole('checkbox', { name: /Jemand anderes/ }).check();
  await page.getByLabel('Geburtsdatum').last().fill('2026-01-01');
  await page.getByLabel('Vorname').first().fill('');
  await send.click();
  await page.getByText(/Angaben fehlen noch/).waitFor();
  await look('call, refused');
  await page.getByLabel('Geburtsdatum').last().fill('');
  await page.getByLabel('Vorname').first().fill(name);
  await page.getByLabel('Nachname').first().fill(name);
  await send.click();
  await page.getByText('Die Einladung ist unterwegs').waitFor();
  await look('call, sent');
  await page.getByRole('button', { name: 'Löschen' }).first().click();
  await page.getByRole('dialog').waitFor();
  await look('prepared, deletion');
  await page.keyboard.press('Escape');
  await page.goto(url + pages.backofficeOffers);
  await page
    .getByText(email.split('@')[1] ?? '')
    .first()
    .waitFor();
  await look('offers');
  await page.getByRole('button', { name: 'Löschen' }).first().click();
  await page.getByRole('dialog').waitFor();
  await look('offers, deletion');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Angebot senden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Angebot senden' });
  await dialog.getByRole('button', { name: 'Angebot senden' }).click();
  await page.getByText('Bitte wählen Sie einen Tarif').waitFor();
  await look('offers, refused');
}
