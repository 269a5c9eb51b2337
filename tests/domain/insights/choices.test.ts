/** Periods that one click chooses, and those that an address asks for. */
import { describe, expect, test } from 'bun:test';
import { askedPeriod, choicesOf, daysOf, periodOf } from '#domain/insights/insights';

const chosen = (today: string) => choicesOf(today).map(({ from, to }) => `${from} ${to}`);

test.each([
  [
    '2026-11-27',
    [
      '2026-10-29 2026-11-27',
      '2026-08-30 2026-11-27',
      '2025-11-28 2026-11-27',
      '2026-11-01 2026-11-27',
      '2026-10-01 2026-10-31',
    ],
  ],
  [
    '2028-02-29',
    [
      '2028-01-31 2028-02-29',
      '2027-12-02 2028-02-29',
      '2027-03-01 2028-02-29',
      '2028-02-01 2028-02-29',
      '2028-01-01 2028-01-31',
    ],
  ],
  [
    '2026-01-01',
    [
      '2025-12-03 2026-01-01',
      '2025-10-04 2026-01-01',
      '2025-01-02 2026-01-01',
      '2026-01-01 2026-01-01',
      '2025-12-01 2025-12-31',
    ],
  ],
])('of %s', (today, periods) => {
  expect(chosen(today)).toEqual(periods);
});

test('each can be asked for, on each day of four years', () => {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2030, 0, 1); day += 86_400_000) {
    const today = new Date(day).toISOString().slice(0, 10);
    for (const choice of choicesOf(today)) expect(periodOf(choice, today)).toMatchObject({ ok: true });
  }
});

describe('an address', () => {
  const today = '2026-11-27';

  test('without days asks for the usual period, which is one of the choices', () => {
    const usual = askedPeriod({}, today);
    expect(usual).toEqual({ from: '2026-08-30', to: today });
    expect('from' in usual && daysOf(usual)).toBe(90);
    expect(choicesOf(today)[1]).toMatchObject(usual);
  });

  test.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'Der erste Tag darf nicht nach dem letzten liegen.'],
    [{ to: '2026-11-28' }, 'Der letzte Tag darf nicht in der Zukunft liegen.'],
    [{ from: '2025-11-01', to: '2026-11-27' }, 'Bitte wählen Sie höchstens 366 Tage.'],
  ])('that asks for %j is refused with a sentence', (asked, wrong) => {
    expect(askedPeriod(asked, today)).toEqual({ wrong });
  });
});
