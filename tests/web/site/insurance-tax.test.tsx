/** Whatever names a price to a customer says once what tax is in it. The wizard: tests/web/wizard/explanations.test.tsx. */
import { describe, expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ConfirmationView } from '#domain/cases/confirmation';
import type { StatusView } from '#domain/cases/status-page';
import { firstCatalogue } from '#domain/landing-facts';
import { type EmailType, emailTypes } from '#domain/mails/kinds';
import type { OfferFacts } from '#domain/offers';
import { placeholders } from '#domain/operator/operator';
import { offer as offerMail } from '#emails/offers.tsx';
import { exampleSite } from '#emails/render.tsx';
import { applicationPdf } from '#server/documents/drawer';
import { renderExample } from '#server/mails/kinds';
import { completed } from '#tests/server/documents/support/a-copy';
import { readPdf } from '#tests/support/pdf';
import { johanna } from '#tests/support/people';
import { OperatorContext } from '#web/operator.tsx';
import { ConfirmationPage } from '#web/site/confirmations.tsx';
import { OfferPage } from '#web/site/offers.tsx';
import { StatusPage } from '#web/site/status.tsx';
import { landingPage } from './landing.tsx';

const rates: [rate: number, sentence: string | null][] = [
  [19, 'inkl. 19 % Versicherungsteuer'],
  [17.5, 'inkl. 17,5 % Versicherungsteuer'],
  [0, null],
];
const operatorWith = (insuranceTaxPercent: number) => ({
  ...placeholders,
  legal: { ...placeholders.legal, insuranceTaxPercent },
});

/** Every place in a text that names the tax, without white space. */
function taxesIn(text: string): string[] {
  return (
    text.replace(/<[^>]+>/g, ' ').match(/inkl\.[^.]*?Versicherung\s*s?teuer|Versicherung\s*s?teuer/g) ?? []
  );
}
const expected = (sentence: string | null) => (sentence === null ? [] : [sentence]);

const offer: OfferFacts = offerMail.example.facts;
const confirmation: ConfirmationView = {
  confirmed: null,
  at: null,
  applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  contactName: 'Johanna Sommer',
  policyholderName: 'Henning Petersen',
  horseName: 'Fjölnir',
  tariff: 'top',
  selfParticipation: 250,
  paymentFrequency: 'quarterly',
  monthlyPremium: 53.5,
  insuranceStartDate: '2026-12-01',
  iban: 'DE89 … 3000',
  accountHolder: 'Henning Petersen',
  declarations: [],
  documents: [],
};
const status: StatusView = {
  status: 'new',
  history: [{ status: 'new', on: '2026-11-20' }],
  horseName: 'Fjölnir',
  tariff: 'top',
  monthlyPremium: 53.5,
  insuranceStartDate: '2026-12-01',
  question: null,
};
const pricedMails: EmailType[] = [
  'application_invitation',
  'completion',
  'documents',
  'internal_completion',
  'offer',
  'offer_reminder',
  'policyholder_confirmation',
];

const pages: [name: string, page: (operator: typeof placeholders) => ReactNode][] = [
  ['the landing page', (operator) => landingPage(operator)],
  ['an offer', () => <OfferPage token="t" offer={{ ...offer, centsNow: null }} />],
  ['an offer whose price has moved', () => <OfferPage token="t" offer={{ ...offer, centsNow: 7000 }} />],
  ['the question to a policyholder', () => <ConfirmationPage token="t" view={confirmation} />],
  ['the status', () => <StatusPage view={status} token="t" answered={false} answerId="a" />],
];

describe.each(rates)('a rate of %p', (rate, sentence) => {
  const operator = operatorWith(rate);

  test.each(pages)('is named once on the page: %s', (_, page) => {
    const html = renderToStaticMarkup(<OperatorContext value={operator}>{page(operator)}</OperatorContext>);
    expect(html).toMatch(/\d,\d\d\s€/);
    expect(taxesIn(html)).toEqual(expected(sentence));
  });

  test.each(emailTypes)('is named once in the mail if that names a price: %s', (type) => {
    const { html, text } = renderExample(type, { ...exampleSite, operator });
    const isPriced = pricedMails.includes(type);
    for (const part of [html, text]) {
      expect(/\d,\d\d\s€/.test(part)).toBe(isPriced);
      expect(taxesIn(part)).toEqual(isPriced ? expected(sentence) : []);
    }
  });

  test.each([
    ['an application', { ...completed(johanna), operator }],
    ['an offer', { offer, terms: firstCatalogue, operator }],
  ])('is named once in the PDF: %s', async (_, copy) => {
    const { letters } = await readPdf(await applicationPdf(copy));
    expect(taxesIn(letters)).toEqual(expected(sentence).map((one) => one.replace(/\s/g, '')));
  });
});
