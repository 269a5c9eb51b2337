import { describe, expect, test } from 'bun:test';
import { berlinDay } from '#domain/dates';
import { newReference } from '#domain/ids';
import {
  assumptionSentence,
  endOfOffer,
  movedSentence,
  type OfferFacts,
  offerAmounts,
  offerCover,
  offerFacts,
  reminderBoundary,
  validitySentence,
} from '#domain/offers';
import { perPeriod } from '#domain/tariffs/catalogue';

const facts: OfferFacts = {
  number: 'AN-20261120-7KQ4M2XW9C',
  tariffType: 'basis',
  selfParticipation: 0,
  paymentFrequency: 'semiannual',
  horseBirthYear: null,
  insuranceStartDate: null,
  monthlyCents: 3897,
  surchargePercent: 0,
  tariffVersion: 3,
  offeredOn: '2026-11-20',
  validUntil: '2026-12-20',
};

describe('an offer ends', () => {
  test.each([
    ['after its days', '2026-11-20', 30, null, '2026-12-20T22:59:59.999Z'],
    ['in summer', '2026-06-20', 1, null, '2026-06-21T21:59:59.999Z'],
    ['on the day on which clocks change', '2026-10-20', 5, null, '2026-10-25T22:59:59.999Z'],
    ['before tariffs that begin earlier', '2026-11-20', 30, '2026-12-01', '2026-11-30T22:59:59.999Z'],
    ['before tariffs of tomorrow', '2026-11-20', 30, '2026-11-21', '2026-11-20T22:59:59.999Z'],
    ['before tariffs of its last day', '2026-11-20', 30, '2026-12-20', '2026-12-19T22:59:59.999Z'],
    [
      'after its days, if tariffs begin right then',
      '2026-11-20',
      30,
      '2026-12-21',
      '2026-12-20T22:59:59.999Z',
    ],
    ['after its days, if tariffs begin later', '2026-11-20', 30, '2027-12-21', '2026-12-20T22:59:59.999Z'],
  ])('%s', (_, today, days, next, end) => {
    const at = endOfOffer(today, days, next);
    expect(new Date(at).toISOString()).toBe(end);
    expect(berlinDay(new Date(at))).toBe(end.slice(0, 10));
  });
});

test.each([
  ['2026-12-17T07:59:59.999Z', '2026-12-19'],
  ['2026-12-17T08:00:00.000Z', '2026-12-20'],
  ['2026-06-17T06:59:59.999Z', '2026-06-19'],
  ['2026-06-17T07:00:00.000Z', '2026-06-20'],
])('at %s the last offers of which somebody is reminded are those of %s', (now, day) => {
  expect(berlinDay(new Date(reminderBoundary(Date.parse(now)) - 1))).toBe(day);
});

describe('what is said of an offer', () => {
  test('are its facts in the order of the form', () => {
    expect(offerFacts(facts)).toEqual([
      { label: 'Tarif', value: 'Basis-OP-Schutz' },
      { label: 'Selbstbeteiligung', value: 'Ohne SB' },
      { label: 'Zahlweise', value: 'Halbjährlich' },
      { label: 'Gewünschter Beginn', value: 'Noch offen' },
      { label: 'Angebotsnummer', value: facts.number },
      { label: 'Tarifstand', value: 'Version 3' },
    ]);
    expect(offerFacts({ ...facts, insuranceStartDate: '2026-12-01' })[3]?.value).toBe('01.12.2026');
    expect(offerFacts({ ...facts, horseBirthYear: 2015 })[3]).toEqual({
      label: 'Geburtsjahr des Pferdes',
      value: '2015',
    });
  });

  test('is the price of one payment and of a year', () => {
    expect(offerAmounts(facts, facts.monthlyCents)).toEqual({
      amount: '233,82\u00a0€',
      rhythm: 'im Halbjahr',
      yearly: '467,64\u00a0€ im Jahr',
    });
  });

  test.each([
    ['monthly', ' (467,64\u00a0€ im Jahr)'],
    ['quarterly', ' (467,64\u00a0€ im Jahr)'],
    ['semiannual', ' (467,64\u00a0€ im Jahr)'],
    ['annual', ''],
  ] as const)('names the sum of a year once: %s', (paymentFrequency, besides) => {
    expect(movedSentence({ paymentFrequency }, 3897)).toEndWith(`${perPeriod[paymentFrequency]}${besides}.`);
  });

  test('is what was taken for granted, and how long it is valid', () => {
    expect(assumptionSentence(facts)).toBe('Berechnet für ein Pferd unter 12 Jahren.');
    expect(assumptionSentence({ horseBirthYear: 2010 })).toBe(
      'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.',
    );
    expect(validitySentence(facts)).toBe('Unverbindlich. Preisstand 20.11.2026, gültig bis 20.12.2026.');
  });

  test('are the days of its cover, if a start is wished for', () => {
    expect(offerCover(facts)).toStartWith('Wartezeiten:');
    expect(offerCover({ ...facts, insuranceStartDate: '2026-12-01' })).toStartWith('Wunschbeginn 01.12.2026');
  });
});

test('a reference has ten letters that nobody misreads, and is hardly ever the same', () => {
  const references = Array.from({ length: 500 }, () => newReference('AN', '2026-11-20'));
  for (const reference of references) expect(reference).toMatch(/^AN-20261120-[2-9A-HJKMNP-Z]{10}$/);
  expect(new Set(references).size).toBe(500);
});
