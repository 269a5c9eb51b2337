/** Sentences that are computed from the catalogue. */
import { describe, expect, test } from 'bun:test';
import { sameBill } from '#domain/landing-facts';
import { type Catalogue, fallbackCatalogue } from '#domain/tariffs/catalogue';
import { deductibleHint, notInsured } from '#domain/tariffs/explanations';

const today = '2026-11-20';
const exclusions = (catalogue: Catalogue) =>
  Object.fromEntries(catalogue.tariffs.map((tariff) => [tariff.type, notInsured(catalogue.tariffs, tariff)]));

describe('what is not insured', () => {
  test('is what only other tariffs have, and what none has', () => {
    const never = 'bekannte Vorerkrankungen, angeratene oder geplante Behandlungen';
    expect(exclusions(fallbackCatalogue)).toEqual({
      basis: `OC-, OCD- und Gelenkchip-OP, Physiotherapie, ${never}`,
      top: `Physiotherapie, ${never}`,
      premium: never,
    });
  });

  test('follows the catalogue of the operator', () => {
    const generous = fallbackCatalogue.tariffs.map((tariff) => ({
      ...tariff,
      benefits: [...tariff.benefits.filter(({ name }) => name !== 'Physiotherapie')],
    }));
    expect(exclusions({ ...fallbackCatalogue, tariffs: generous }).top).toStartWith('bekannte');
  });
});

describe('the hint at the deductible', () => {
  const meaning = 'SB heißt Selbstbeteiligung: So viel zahlen Sie je Operation selbst.';

  // differences of the annual prices in tests/domain/tariffs/prices.ts
  test.each([
    ['basis', 'monthly', null, 'in Basis 205,08\u00a0€ im Jahr'],
    ['basis', 'quarterly', '2020-01-01', 'in Basis 205,08\u00a0€ im Jahr'],
    ['basis', 'annual', null, 'in Basis 196,92\u00a0€ im Jahr'],
    ['basis', 'monthly', '2010-01-01', 'in Basis 246,00\u00a0€ im Jahr'],
    ['top', 'monthly', null, 'in Top 203,40\u00a0€ im Jahr'],
    ['premium', 'monthly', null, 'in Premium 216,96\u00a0€ im Jahr'],
  ] as const)(
    'for %s, paid %s, horse born %s, names the saving %s',
    (tariffType, frequency, born, saving) => {
      const selection = { tariffType, paymentFrequency: frequency };
      expect(deductibleHint(fallbackCatalogue, selection, born, today)).toBe(
        `${meaning} Mit 1.000\u00a0€ SB sparen Sie ${saving}.`,
      );
    },
  );

  test('names no saving without prices', () => {
    const selection = { tariffType: 'basis', paymentFrequency: 'monthly' } as const;
    const empty = { tariffs: [], selfParticipationOptions: [], ageSurchargePercent: 20 };
    expect(deductibleHint(empty, selection, null, today)).toBe(meaning);
  });
});

test('one bill is shared between insurer and customer in three ways', () => {
  expect(sameBill).toEqual({
    title: 'Kolik-OP im Notdienst',
    cost: 25_200,
    shares: [
      { type: 'basis', reimbursed: 'höchstens 2.500\u00a0€', left: 'mindestens 22.700\u00a0€' },
      { type: 'top', reimbursed: 'bis zum 2-fachen GOT-Satz', left: 'der Rest' },
      { type: 'premium', reimbursed: '25.200\u00a0€', left: '0\u00a0€' },
    ],
  });
});
