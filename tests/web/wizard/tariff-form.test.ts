/** The values of the tariff step: from storage or the address to prices and to the request. */
import { expect, test } from 'bun:test';
import { fallbackCatalogue, perPeriod } from '#domain/tariffs/catalogue';
import type { FormValues } from '#web/wizard/state';
import {
  chosenOnLandingPage,
  priceOf,
  selectionOf,
  tariffFormValues,
  toTariffInput,
} from '#web/wizard/steps/tariff-form';

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

test.each([
  [{}, { tariffType: '', paymentFrequency: 'monthly', selfParticipation: 0 }],
  [
    { tariffType: 'top', 'deductible-top': '250', 'deductible-basis': '1000' },
    { tariffType: 'top', paymentFrequency: 'monthly', selfParticipation: 250 },
  ],
  [
    { tariffType: 'premium', paymentFrequency: 'semiannual' },
    { tariffType: 'premium', paymentFrequency: 'semiannual', selfParticipation: 0 },
  ],
])('the entries %j are sent as %j', (entries, sent) => {
  expect<object>(toTariffInput({ ...nothing, ...entries })).toEqual(sent);
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

test.each([
  ['basis', 0, 'monthly', null, 3977, 3977],
  ['top', 250, 'quarterly', '2018-05-11', 4458, 13374],
  ['premium', 500, 'semiannual', '2018-05-11', 5928, 35568],
  ['premium', 0, 'annual', '2009-03-02', 8008, 96096],
  ['basis', 1000, 'semiannual', '2009-03-02', 2668, 16008],
] as const)(
  '%s with a deductible of %d EUR, paid %s, for a horse born %s has the right price',
  (tariffType, selfParticipation, paymentFrequency, birthDate, monthlyCents, periodCents) => {
    const selection = { tariffType, selfParticipation, paymentFrequency };
    const premium = priceOf(selection, { catalogue: fallbackCatalogue, birthDate, today });
    expect(premium).toMatchObject({ monthlyCents, periodCents });
    expect(perPeriod[paymentFrequency]).toStartWith('im ');
  },
);

test('a deductible that is missing in the catalogue has no price', () => {
  const catalogue = { tariffs: [], selfParticipationOptions: [], ageSurchargePercent: 20 };
  const selection = { tariffType: 'top', selfParticipation: 0, paymentFrequency: 'monthly' } as const;
  expect(priceOf(selection, { catalogue, birthDate: null, today })).toBeNull();
});
