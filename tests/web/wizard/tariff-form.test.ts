/** The values of the tariff step: from storage or the address to prices and to the request. */
import { expect, test } from 'bun:test';
import type { FormValues } from '#web/wizard/state';
import { chosenOnLandingPage, priceOf, selectionOf, tariffFormValues } from '#web/wizard/steps/tariff-form';

const today = '2026-11-20';
const nothing: FormValues = {
  tariffType: '',
  paymentFrequency: 'monthly',
  'deductible-basis': '0',
  'deductible-top': '0',
  'deductible-premium': '0',
};
const ids = { id: 'a', applicationId: 'b', monthlyPremium: 1, annualPremium: 12 };

test('nothing is chosen at first, and a stored tariff is chosen on its own card only', () => {
  expect(tariffFormValues(null)).toEqual(nothing);
  const stored = { ...ids, tariffType: 'top', selfParticipation: 500, paymentFrequency: 'annual' } as const;
  expect(tariffFormValues(stored)).toEqual({
    ...nothing,
    tariffType: 'top',
    paymentFrequency: 'annual',
    'deductible-top': '500',
  });
});

test.each([
  ['?tariff=top', { tariffType: 'top' }],
  [
    '?tariff=premium&deductible=1000&frequency=annual',
    { tariffType: 'premium', 'deductible-premium': '1000', paymentFrequency: 'annual' },
  ],
  ['?tariff=basis&deductible=750&frequency=weekly', { tariffType: 'basis' }],
  ['?tariff=gold&deductible=250', null],
  ['?deductible=250&frequency=annual', null],
  ['', null],
] as const)('the values in the address %s are chosen if they exist', (query, chosen) => {
  expect(chosenOnLandingPage(query)).toEqual(chosen && { ...nothing, ...chosen });
});

test('each card has its own deductible and the common payment frequency', () => {
  const values = { ...nothing, tariffType: 'basis', paymentFrequency: 'quarterly', 'deductible-top': '500' };
  expect(selectionOf(values, 'top')).toEqual({
    tariffType: 'top',
    selfParticipation: 500,
    paymentFrequency: 'quarterly',
  });
  expect(selectionOf(values, 'basis').selfParticipation).toBe(0);
  // a form has no values before it is registered
  expect(selectionOf({}, 'premium')).toEqual({
    tariffType: 'premium',
    selfParticipation: 0,
    paymentFrequency: 'monthly',
  });
});

test('a deductible that is missing in the catalogue has no price', () => {
  const catalogue = { tariffs: [], selfParticipationOptions: [], ageSurchargePercent: 20 };
  const selection = { tariffType: 'top', selfParticipation: 0, paymentFrequency: 'monthly' } as const;
  expect(priceOf(selection, { catalogue, birthDate: null, today })).toBeNull();
});
