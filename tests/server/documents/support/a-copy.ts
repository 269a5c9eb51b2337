/** What the PDF of a completed application is drawn from. */
import type { AllSets } from '#domain/application';
import { placeholders } from '#domain/operator/operator';
import { setKeys } from '#domain/steps/all';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { quote } from '#domain/tariffs/premium';
import type { Piece } from '#tests/support/pdf';
import type { Applicant } from '#tests/support/people';

export const applicationId = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';
export const application = {
  id: applicationId,
  currentStep: 6,
  completed: true,
  createdAt: '2026-11-19T08:30:00.000Z',
  lastUpdated: '2026-11-20T09:00:00.000Z',
} as const;
export const mandateReference = 'SF-20261120-7KQ4M2XW9C';

/** A completed application of this person, priced as on the server. */
export function completed(person: Applicant) {
  const selection = { paymentFrequency: 'monthly' as const, ...person['tariff-selection'] };
  const premium = quote(fallbackCatalogue, selection, person['horse-data'].birthDate, '2026-11-20');
  const monthlyPremium = (premium?.monthlyCents ?? 0) / 100;
  const ids = { id: crypto.randomUUID(), applicationId };
  const sets = Object.fromEntries(setKeys.map((key) => [key, { ...person[key], ...ids }])) as AllSets;
  sets['tariff-selection'] = { ...ids, ...selection, monthlyPremium, annualPremium: monthlyPremium * 12 };
  sets['sepa-mandate'] = { ...sets['sepa-mandate'], mandateReference };
  return { application, sets, operator: placeholders, ageSurchargePercent: 20 };
}

/** The pieces of a sheet that stand outside of its margins. */
export const outside = (pieces: Piece[]) =>
  pieces.filter((one) => one.x < 55 || one.x + one.width > 540 || one.y < 25 || one.y > 815);

export const without = (text: string) => text.replace(/\s/g, '');
