/** When cover begins. The days are counted by hand. */
import { describe, expect, test } from 'bun:test';
import { comparisonRows } from '#domain/landing-facts';
import { fallbackCatalogue, tariffTypes } from '#domain/tariffs/catalogue';
import { coverSentence, coverStarts, waiting, waitingSentence } from '#domain/tariffs/explanations';

describe('cover for accidents, colic, all others and joints begins', () => {
  test.each([
    ['2026-03-05', '2026-03-10', '2026-06-05', '2027-03-05'],
    ['2026-08-31', '2026-09-05', '2026-11-30', '2027-08-31'],
    ['2026-11-30', '2026-12-05', '2027-02-28', '2027-11-30'],
    ['2027-11-30', '2027-12-05', '2028-02-29', '2028-11-30'],
    ['2028-02-29', '2028-03-05', '2028-05-29', '2029-02-28'],
    ['2027-02-28', '2027-03-05', '2027-05-28', '2028-02-28'],
    ['2028-02-24', '2028-02-29', '2028-05-24', '2029-02-24'],
    ['2026-12-31', '2027-01-05', '2027-03-31', '2027-12-31'],
    ['2026-12-29', '2027-01-03', '2027-03-29', '2027-12-29'],
    // the clocks change on 29 March and 25 October
    ['2026-03-26', '2026-03-31', '2026-06-26', '2027-03-26'],
    ['2026-10-22', '2026-10-27', '2027-01-22', '2027-10-22'],
  ])('for a start on %s on that day, %s, %s and %s', (start, colic, others, joints) => {
    for (const tariff of ['top', 'premium'] as const)
      expect(coverStarts(start, tariff)).toEqual({ accidents: start, colic, others, joints });
    expect(coverStarts(start, 'basis')).toEqual({ accidents: start, colic, others, joints: null });
  });
});

test('joints are covered in the tariffs whose benefits name them', () => {
  const named = fallbackCatalogue.tariffs
    .filter(({ benefits }) => benefits.some(({ name }) => name === 'OC-, OCD- und Gelenkchip-OP'))
    .map(({ type }) => type);
  expect(tariffTypes.filter((type) => coverStarts('2026-03-05', type).joints !== null)).toEqual(named);
});

test('the periods are those of the comparison and of the benefits', () => {
  const months = `nach ${waiting.jointMonths} Monaten Wartezeit`;
  const joints = 'OC-, OCD- und Gelenkchip-OP';
  expect(comparisonRows.find(({ name }) => name === joints)?.note).toBe(months);
  for (const { benefits } of fallbackCatalogue.tariffs)
    for (const { name, beschreibung } of benefits)
      if (name === joints) expect(beschreibung).toContain(months);
});

test('the days are one sentence, and the periods another', () => {
  const start = '2026-03-05';
  const all = 'Wunschbeginn 05.03.2026: Unfälle sofort, Kolik ab 10.03.2026, alles Übrige ab 05.06.2026';
  expect(coverSentence(start, 'basis')).toBe(`${all}.`);
  for (const tariff of ['top', 'premium'] as const)
    expect(coverSentence(start, tariff)).toBe(`${all}, OC-, OCD- und Gelenkchip-OP ab 05.03.2027.`);
  expect(waitingSentence).toBe(
    'Wartezeiten: Unfälle keine, Kolik 5 Tage, sonst 3 Monate; OC, OCD, Gelenkchip 12 Monate (nur Top, Premium).',
  );
});
