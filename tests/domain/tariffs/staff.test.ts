import { describe, expect, test } from 'bun:test';
import { firstCatalogue } from '#domain/landing-facts';
import { checkTariffChange, checkTariffs, messages } from '#domain/tariffs/staff';
import { changeableOf } from '#domain/tariffs/versions';

const { premiums, benefits, ageSurchargePercent } = changeableOf(firstCatalogue);
const whole = { validFrom: '2027-01-01', premiums, benefits, ageSurchargePercent };
const firstCell = (value: unknown) => ({
  premiums: premiums.map((row, at) => row.map((cell, column) => (at + column === 0 ? value : cell))),
});
const firstBenefits = (row: unknown) => ({ benefits: [row, ...benefits.slice(1)] });
const benefit = (name: unknown, beschreibung: unknown = 'gut') => ({ name, beschreibung });

test('everything is optional, and null means missing', () => {
  expect(checkTariffs({})).toEqual({ ok: true, value: {} });
  expect(checkTariffs(whole)).toEqual({ ok: true, value: whole });
  expect(checkTariffs({ validFrom: null, premiums: null })).toEqual({ ok: true, value: {} });
});

test('rows and cells may have the names of tariffs and deductibles', () => {
  const [basis, top, premium] = premiums.map(([none, a, b, c]) => ({ 0: none, 250: a, 500: b, 1000: c }));
  expect(checkTariffs({ premiums: { premium, basis, top } })).toEqual({ ok: true, value: { premiums } });
  const [one, two, three] = benefits;
  expect(checkTariffs({ benefits: { basis: one, top: two, premium: three } })).toEqual({
    ok: true,
    value: { benefits },
  });
});

test.each([1, 1.01, 39.77, 1.1, 0.1 + 39.9, 9_999.99, 8.03, 4.35])('a premium may be %d', (amount) => {
  expect(checkTariffs(firstCell(amount))).toEqual({ ok: true, value: firstCell(amount) as never });
});

test('a tariff may have twenty benefits', () => {
  const twenty = firstBenefits(Array.from({ length: 20 }, (_, at) => benefit(`Leistung ${at}`)));
  expect(checkTariffs(twenty)).toEqual({ ok: true, value: twenty as never });
});

const wrong: [string, unknown, string, string][] = [
  ['a premium below 1', firstCell(0.99), 'premiums.0.0', messages.premium],
  ['a premium above 9,999.99', firstCell(10_000), 'premiums.0.0', messages.premium],
  ['a negative premium', firstCell(-39.77), 'premiums.0.0', messages.premium],
  ['a premium with three decimals', firstCell(1.005), 'premiums.0.0', messages.premium],
  ['a premium as text', firstCell('39.77'), 'premiums.0.0', messages.premium],
  ['a premium like 1e3', firstCell('1e3'), 'premiums.0.0', messages.premium],
  ['no premium', firstCell(null), 'premiums.0.0', messages.premium],
  ['a premium that is no number', firstCell(Number.NaN), 'premiums.0.0', messages.premium],
  ['two rows of premiums', { premiums: premiums.slice(1) }, 'premiums', messages.premiums],
  ['a row of three', { premiums: premiums.map((row) => row.slice(1)) }, 'premiums', messages.premiums],
  ['premiums as text', { premiums: 'alle' }, 'premiums', messages.premiums],
  [
    'a premium for another tariff',
    { premiums: { basis: [], top: [], gold: [] } },
    'premiums',
    messages.premiums,
  ],
  ['a surcharge below 0', { ageSurchargePercent: -1 }, 'ageSurchargePercent', messages.surcharge],
  ['a surcharge above 100', { ageSurchargePercent: 101 }, 'ageSurchargePercent', messages.surcharge],
  ['half a percent', { ageSurchargePercent: 20.5 }, 'ageSurchargePercent', messages.surcharge],
  ['a surcharge as text', { ageSurchargePercent: '20' }, 'ageSurchargePercent', messages.surcharge],
  ['a day that does not exist', { validFrom: '2027-02-30' }, 'validFrom', messages.validFrom],
  ['a German day', { validFrom: '01.02.2027' }, 'validFrom', messages.validFrom],
  ['no benefits', firstBenefits([]), 'benefits.0', messages.benefits],
  ['too many benefits', firstBenefits(Array(21).fill(benefit('A'))), 'benefits.0', messages.benefits],
  ['benefits of two tariffs', { benefits: benefits.slice(1) }, 'benefits', messages.benefits],
  [
    'a benefit without a name',
    firstBenefits([benefit(' ')]),
    'benefits.0.0.name',
    'Bitte geben Sie der Leistung einen Namen',
  ],
  [
    'a benefit without a text',
    firstBenefits([benefit('A', '')]),
    'benefits.0.0.beschreibung',
    'Bitte beschreiben Sie die Leistung',
  ],
  [
    'a long name',
    firstBenefits([benefit('A'.repeat(61))]),
    'benefits.0.0.name',
    'Bitte geben Sie höchstens 60 Zeichen ein',
  ],
  ['a benefit twice', firstBenefits([benefit('A'), benefit('a ')]), 'benefits.0.1.name', messages.twice],
  [
    'a benefit that is none',
    firstBenefits([null]),
    'benefits.0.0.name',
    'Bitte geben Sie der Leistung einen Namen',
  ],
];
test.each(wrong)('is refused: %s', (_, input, path, message) => {
  const checked = checkTariffs(input);
  expect(checked.ok ? null : checked.errors[0]).toEqual({ path, message });
});

test('each wrong cell has its own message', () => {
  const checked = checkTariffs({
    premiums: premiums.map((row) => row.map(() => 0)),
    ageSurchargePercent: 'x',
  });
  expect(checked.ok ? [] : checked.errors.map(({ path }) => path)).toEqual([
    ...[0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => `premiums.${row}.${column}`)),
    'ageSurchargePercent',
  ]);
});

describe('a change names its version', () => {
  test.each([undefined, null, 0, -1, 1.5, '1'])('not %p', (version) => {
    const checked = checkTariffChange({ ...whole, version });
    expect(checked.ok ? null : checked.errors[0]?.path).toBe('version');
  });

  test('which is part of it', () => {
    expect(checkTariffChange({ version: 3 })).toEqual({ ok: true, value: { version: 3 } });
  });
});
