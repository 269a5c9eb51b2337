/** Every state of the pages of visitors behind a link in a mail, and of the forms that send it. */
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { invalidLinkTitle } from '#domain/access-links';
import { confirmationButtons } from '#domain/cases/confirmation';
import { api, href, pages } from '#domain/urls';
import { openAt } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { johanna, kim } from '#tests/support/people';
import { bearer, call, tokenOf } from '#tests/support/staff';
import type { Stage } from '#tests/support/stage';
import { storeApplication } from './backoffice/stored-application';
import { name, phone } from './long-texts';
import { field, heading, loaded, press } from './page-checks';
import type { Look } from './visitor-walks';

type Visit = { page: Page; look: Look; stage: Stage; hasScript: boolean };
export type Form = (visit: Visit) => Promise<void>;

const reminders: Form = async ({ page, look, stage: { server, mails } }) => {
  const { url } = server;
  const id = crypto.randomUUID();
  // whoever stops them once gets none for any application
  const contact = { ...johanna['contact-data'], email: `${id}@stall.example` };
  await call(url, 'POST', href(api.set('contact-data'), { id }), contact);
  const headers = bearer(await tokenOf(url));
  await call(url, 'POST', href(api.resendReminder, { id }), { type: 'first' }, headers);
  const mail = await mails.find((one) => one.raw.includes(id) && linkIn(one, 'erinnerungen') !== '');
  await page.goto(`${url}${linkIn(mail, 'erinnerungen')}/abbestellen`);
  await look('reminders');
  await press(page, 'Keine Erinnerungen mehr senden');
  await page.getByText('Wir erinnern Sie nicht mehr').waitFor();
  await look('reminders stopped');
};

/** From the form to the mail, and from its link to an application, which is begun once, and to the end of the offer. */
const offer: Form = async ({ page, look, stage: { server, mails } }) => {
  await page.goto(`${server.url}${pages.offer}?tariff=premium&deductible=250&frequency=quarterly`);
  await look('offer');
  await field(page, 'E-Mail').fill('johanna');
  await press(page, 'Angebot anfordern');
  await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').waitFor();
  await look('offer refused');
  const to = `offer.${crypto.randomUUID()}@schlaf-drueber.example`;
  await field(page, 'E-Mail').fill(to);
  await page.getByLabel('Geburtsjahr des Pferdes (freiwillig)').fill('2015');
  await press(page, 'Angebot anfordern');
  await heading(page, 'Ihr Angebot ist unterwegs');
  expect(page.url()).toBe(server.url + pages.offerSent);
  await look('offer sent');
  const mail = await mails.find((one) => one.to.join() === to);
  expect(mail.email.subject).toBe('Ihr Angebot zum Premium-OP-Schutz');
  const link = server.url + linkIn(mail, 'angebot');
  const begin = async () => {
    await page.goto(link);
    await page.getByText(/^196,05\s€/).waitFor();
    await press(page, 'Antrag beginnen');
    await page.waitForURL(/\/application\/[\w-]{36}$/);
    return page.url();
  };
  expect(await begin()).toBe(await begin());
  await page.goto(link);
  await page.getByText('Brauchen Sie das Angebot nicht mehr?').click();
  await look('offer, opened');
  await press(page, 'Angebot löschen');
  await heading(page, 'Ihr Angebot ist gelöscht');
  await look('offer deleted');
};

const calls: Form = async ({ page, look, stage: { server, mails } }) => {
  const to = `${crypto.randomUUID()}@kein-anruf.example`;
  const wish = { name, phone, email: to, dataProcessingConsent: true };
  await call(server.url, 'POST', api.callbackRequests, wish);
  const mail = await mails.find((one) => one.to.join() === to);
  const link = `${server.url}${linkIn(mail, 'rueckruf')}/abbestellen`;
  await page.goto(link);
  await heading(page, 'Keine Anrufe mehr?');
  await look('calls');
  await press(page, 'Nicht mehr anrufen');
  await heading(page, 'Wir rufen Sie nicht mehr an');
  await look('calls stopped');
  // again, as by the back button
  await page.goto(link);
  await heading(page, 'Wir rufen Sie nicht mehr an');
};

/** Asks about a completed application, and returns the link in the mail. */
async function askedOf({ server: { url }, mails }: Stage, horseName: string): Promise<string> {
  const id = await storeApplication(url, { horseName, sets: 5, complete: true });
  const message = {
    id: crypto.randomUUID(),
    subject: 'Eine Frage zu {pferd}',
    body: `{anrede},\n\nwie alt? ({antrag})`,
  };
  const change = { version: 1, status: 'inquiry', message };
  await call(url, 'PATCH', href(api.case, { id }), change, bearer(await tokenOf(url)));
  const mail = await mails.find((one) => one.email.text?.includes(`wie alt? (${id})`) ?? false);
  return url + linkIn(mail, 'status');
}

const status: Form = async ({ page, look, stage }) => {
  const horse = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenträger';
  const link = await askedOf(stage, horse);
  await page.goto(link);
  await heading(page, 'Stand Ihres Antrags');
  await page.getByRole('heading', { name: `Eine Frage zu ${horse}` }).waitFor();
  await look('question');
  const box = field(page, 'Ihre Antwort');
  await box.fill('x'.repeat(2_100));
  await press(page, 'Antwort senden');
  await page.getByText('Eine Angabe fehlt noch oder stimmt nicht:').waitFor();
  await look('answer refused');
  await box.fill('Acht Jahre.\nIm Mai geboren.');
  await press(page, 'Antwort senden');
  await page.waitForURL(link);
  await page.getByText('Ihre Antwort ist bei uns angekommen.').waitFor();
  expect(await box.count()).toBe(0);
  await look('answered');
  const steps = page.getByRole('listitem').filter({ has: page.locator('time') });
  const names = (await steps.allInnerTexts()).map((step) => step.split('\n')[0]);
  expect(names).toEqual(['Eingegangen', 'Rückfrage an Sie', 'In Prüfung']);
  expect(await loaded(page, 'Antrag speichern (PDF)')).toMatch(/^Antrag-[0-9a-f]{8}\.pdf$/);
  await page.goto(`${stage.server.url}/status/vorschau`);
  await heading(page, invalidLinkTitle);
  await look('invalid link');
};

/** An application for somebody else, and the question to that person. */
const confirmation: Form = async ({ page, look, stage: { server, mails } }) => {
  const to = `${'lang'.repeat(12)}.${Date.now()}@stal.example`;
  const person = { ...kim, 'policyholder-info': { ...kim['policyholder-info'], email: to } };
  await openAt(page, server.url, 6, { person });
  await page.getByText(`gehen an ${kim['contact-data'].email} und ${to}.`).waitFor();
  await look('overview for somebody else');
  await press(page, 'Antrag absenden');
  await page.getByRole('dialog').waitFor();
  const mail = await mails.find((one) => one.to.join() === to && linkIn(one, 'bestaetigen') !== '');
  await page.goto(server.url + linkIn(mail, 'bestaetigen'));
  await look('question to a policyholder');
  await press(page, confirmationButtons.refuse);
  await page.getByText(/^Sie haben das nicht beantragt/).waitFor();
  await look('policyholder has refused');
};

export const linked = { reminders, offer, calls, status, confirmation };
