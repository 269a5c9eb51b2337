import { describe, expect, test } from 'bun:test';
import { firstCatalogue } from '#domain/landing-facts';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import {
  changeableOf,
  movesBetween,
  precedingVersion,
  type TariffState,
  termsWith,
} from '#domain/tariffs/versions';

const first = changeableOf(firstCatalogue);
const withPremium = (amount: number) =>
  first.premiums.map((row, at) =>
    at === 1 ? row.map((cell, column) => (column === 2 ? amount : cell)) : row,
  );

describe('the terms', () => {
  test('are three rows of four premiums, and the benefits of the three tariffs', () => {
    expect(first.premiums).toEqual([
      [39.77, 35.8, 31.42, 22.68],
      [48.44, 44.58, 40.21, 31.49],
      [69.52, 65.35, 60.49, 51.44],
    ]);
    expect(first.benefits.map((row) => row.length)).toEqual([5, 6, 7]);
    expect(first.ageSurchargePercent).toBe(20);
  });

  test('stay the same without a change', () => {
    expect(termsWith(firstCatalogue, {})).toEqual(firstCatalogue);
  });

  test('change only where they are changed', () => {
    const changed = termsWith(firstCatalogue, { premiums: withPremium(41), ageSurchargePercent: 25 });
    expect(changeableOf(changed)).toEqual({ ...first, premiums: withPremium(41), ageSurchargePercent: 25 });
    expect(changed.tariffs.map(({ name, badge }) => [name, badge])).toEqual(
      firstCatalogue.tariffs.map(({ name, badge }) => [name, badge]),
    );
  });

  test('that lack a tariff get it from the built-in catalogue', () => {
    const lacking = { ...firstCatalogue, tariffs: firstCatalogue.tariffs.slice(1) };
    expect(changeableOf(lacking).premiums[0]).toEqual([null, null, null, null]);
    expect(termsWith(lacking, {}).tariffs[0]).toEqual(fallbackCatalogue.tariffs[0] as never);
  });
});

describe('a premium that moves', () => {
  test('is named with tariff, deductible, both amounts and percent', () => {
    expect(movesBetween(first.premiums, withPremium(44.23))).toEqual([
      {
        tariffType: 'top',
        tariff: 'Top-OP-Schutz',
        selfParticipation: 500,
        old: 40.21,
        new: 44.23,
        percent: 10,
        large: false,
      },
    ]);
    expect(movesBetween(first.premiums, first.premiums)).toEqual([]);
  });

  test.each([
    [40, 50, 25, false],
    [40, 50.01, 25, true],
    [40, 30, -25, false],
    [40, 29.99, -25, true],
    [1, 1.25, 25, false],
    [1, 1.26, 26, true],
    [9_999.99, 1, -100, true],
    [0.03, 0.04, 33.3, true],
    [null, 12, null, false],
  ])('from %d to %d is %d %%, large: %p', (old, next, percent, large) => {
    const grid = (amount: number | null) => [[amount]];
    expect(movesBetween(grid(old), grid(next))).toMatchObject([{ old, new: next, percent, large }]);
  });
});

describe('before a version', () => {
  const version = (number: number, validFrom: string, state: TariffState) => ({
    id: `v${number}`,
    number,
    validFrom,
    state,
  });
  const past = version(1, '2026-01-01', 'past');
  const older = version(2, '2026-03-01', 'past');
  const active = version(3, '2026-11-20', 'active');
  const january = version(4, '2027-01-01', 'released');
  const march = version(5, '2027-03-01', 'released');
  const all = [march, january, active, older, past];
  test.each([
    ['a draft for before the released ones', version(6, '2026-12-01', 'draft'), active],
    ['a draft for today', version(6, '2026-11-20', 'draft'), active],
    ['a draft for between the released ones', version(6, '2027-02-01', 'draft'), january],
    ['a draft for the same day as a released one', version(6, '2027-01-01', 'draft'), active],
    ['a draft for after all', version(6, '2028-01-01', 'draft'), march],
    ['a released one', march, january],
    ['the first released one', january, active],
    ['the active one', active, older],
    ['a past one', older, past],
    ['a past one, by its number among those of a day', version(6, '2026-03-01', 'past'), older],
    ['the first one', past, null],
  ])('stands another: %s', (_, one, before) => {
    expect(precedingVersion([...all, one], one)).toEqual(before);
  });
});
