import { describe, expect, test } from 'bun:test';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { hasAgeSurcharge, instalmentCents, premiumOf, quote, toEuro } from '#domain/tariffs/premium';
import { priceList } from './prices';

const today = '2026-11-20';
const born = { old: '2009-03-02', young: '2018-05-11' };

describe('the premium', () => {
  test('is known for all 96 combinations', () => {
    expect(priceList).toHaveLength(96);
  });

  test.each(priceList)('of $selection, surcharge $old, is $monthlyPremium a month', (row) => {
    const premium = quote(fallbackCatalogue, row.selection, row.old ? born.old : born.young, today);
    expect(toEuro(premium?.monthlyCents ?? 0)).toBe(row.monthlyPremium);
    expect(toEuro(premium?.annualCents ?? 0)).toBe(row.annualPremium);
  });

  test.each([
    ['monthly', 69.52],
    ['quarterly', 208.56],
    ['semiannual', 408.78],
    ['annual', 800.88],
  ] as const)('paid %s is %d per payment', (frequency, total) => {
    expect(toEuro(premiumOf(6952, frequency, 0).periodCents)).toBe(total);
  });

  test.each([
    [25, 25],
    [75, 74],
    [4825, 4729],
    [2, 2],
    [0, 0],
  ])('of %i cents less 2 %%, with half a cent rounded up, is %i', (base, cents) => {
    expect(premiumOf(base, 'semiannual', 0).monthlyCents).toBe(cents);
  });

  test('rounds the surcharge before it subtracts the discount', () => {
    // 31.42 + 20 % = 37.704, that is 37.70; less 2 % = 36.946. Unrounded it would be 36.94992.
    expect(premiumOf(3142, 'semiannual', 20).monthlyCents).toBe(3695);
    // 0.62 + 20 % = 0.744, that is 0.74; less 4 % = 0.7104
    expect(premiumOf(62, 'annual', 20).monthlyCents).toBe(71);
    // 0.13 + 20 % = 0.156, that is 0.16; less 2 % = 0.1568. Unrounded: 0.15288, that is 0.15.
    expect(premiumOf(13, 'semiannual', 20).monthlyCents).toBe(16);
  });

  test.each([
    [0, 39.77],
    [1, 40.17],
    [35, 53.69],
    [100, 79.54],
  ])('has the surcharge of its catalogue: %i %%', (ageSurchargePercent, monthly) => {
    const selection = { tariffType: 'basis', selfParticipation: 0, paymentFrequency: 'monthly' } as const;
    const premium = quote({ ...fallbackCatalogue, ageSurchargePercent }, selection, born.old, today);
    expect(toEuro(premium?.monthlyCents ?? 0)).toBe(monthly);
  });

  test('is null for a tariff without a price in the catalogue', () => {
    const catalogue = { ...fallbackCatalogue, tariffs: fallbackCatalogue.tariffs.slice(1) };
    const selection = { tariffType: 'basis', selfParticipation: 0, paymentFrequency: 'monthly' } as const;
    expect(quote(catalogue, selection, null, today)).toBeNull();
  });
});

// 8.2 * 100 is 819.9999999999999 and 1.1 * 100 is 110.00000000000001
test.each([
  [8.2, 'monthly', 820],
  [19.99, 'quarterly', 5997],
  [1.1, 'semiannual', 660],
  [66.74, 'annual', 80088],
] as const)(
  'a direct debit for %d a month, paid %s, is %i whole cents',
  (monthlyPremium, paymentFrequency, cents) => {
    expect(instalmentCents({ monthlyPremium, paymentFrequency })).toBe(cents);
  },
);

describe('the age surcharge', () => {
  test.each([
    ['12 years today', '2014-11-20', true],
    ['12 years tomorrow', '2014-11-21', false],
    ['12 years yesterday', '2014-11-19', true],
    ['60 years', '1966-11-20', true],
    ['born today', '2026-11-20', false],
    ['unknown, so treated as 8 years', null, false],
  ])('depends on the age of the horse: %s', (_, birthDate, charged) => {
    expect(hasAgeSurcharge(birthDate, today)).toBe(charged);
  });

  test('starts 4,383 days after the birth of a horse born on 29 February', () => {
    expect(hasAgeSurcharge('2012-02-29', '2024-02-28')).toBe(false);
    expect(hasAgeSurcharge('2012-02-29', '2024-02-29')).toBe(true);
  });
});
