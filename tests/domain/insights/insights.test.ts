import { describe, expect, test } from 'bun:test';
import { adderTo, type Tally } from '#domain/insights/counts';
import { askedSource, countedIn, folded, namedSources } from '#domain/insights/figures';
import { durationText, fewest, mostNamed, periodOf } from '#domain/insights/insights';

const today = '2026-11-27';

describe('a period', () => {
  test.each([
    [{}, '2026-08-30', '2026-11-27'],
    [{ from: '2026-01-01' }, '2026-01-01', '2026-03-31'],
    [{ from: '2026-11-20' }, '2026-11-20', '2026-11-27'],
    [{ to: '2026-03-31' }, '2026-01-01', '2026-03-31'],
    [{ from: '2026-11-27', to: '2026-11-27' }, '2026-11-27', '2026-11-27'],
    [{ from: '2025-11-27', to: '2026-11-27' }, '2025-11-27', '2026-11-27'],
  ])('of %j', (given, from, to) => {
    expect(periodOf(given, today)).toEqual({ ok: true, value: { from, to } });
  });

  test.each([
    [{ to: '2026-11-28' }, 'to', 'Der letzte Tag darf nicht in der Zukunft liegen'],
    [{ from: '2026-11-28' }, 'from', 'Der erste Tag darf nicht nach dem letzten liegen'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'from', 'Der erste Tag darf nicht nach dem letzten liegen'],
    [{ from: '2025-11-26', to: '2026-11-27' }, 'from', 'Bitte wählen Sie höchstens 366 Tage'],
  ])('of %j is none', (given, path, message) => {
    expect(periodOf(given, today)).toEqual({ ok: false, errors: [{ path, message }] });
  });
});

test.each([
  [null, '-'],
  [0, '0 Minuten'],
  [1, '1 Minute'],
  [59, '59 Minuten'],
  [60, '1 Stunde'],
  [135, '2 Stunden 15 Minuten'],
  [1_440, '1 Tag'],
  [1_440 * 1_200 + 61, '1.200 Tage 1 Stunde'],
])('a duration of %p minutes is %p', (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

function tallyOf(counts: Record<string, Record<string, number>>): Tally {
  const tally: Tally = new Map();
  for (const [source, keys] of Object.entries(counts))
    for (const [key, count] of Object.entries(keys)) adderTo(tally, source)(key, count);
  return tally;
}

describe('sources', () => {
  const tally = tallyOf({
    a: { begun: 4 },
    b: { begun: 5 },
    website: { begun: 9 },
    c: { begun: 5 },
    d: { callback: 30 },
    sonstige: { begun: 20 },
    '': { mail_returned: 2 },
  });

  test('have a name if five began an application, and those with most come first', () => {
    expect(namedSources(tally)).toEqual(['website', 'b', 'c']);
    const invented = Array.from({ length: 20_000 }, (_, index) => [`x${index}`, { begun: fewest }]);
    const named = namedSources(tallyOf({ ...Object.fromEntries(invented), messe: { begun: 6 } }));
    expect([named.length, named[0]]).toEqual([mostNamed, 'messe']);
  });

  test('without a name are one, and so is what calls itself so', () => {
    const { outcomes, callbacks, mailsReturned } = countedIn(folded(tally, namedSources(tally)), null);
    expect(outcomes.source.map(({ key, begun }) => `${key} ${begun}`)).toEqual([
      'website 9',
      'b 5',
      'c 5',
      'sonstige 24',
    ]);
    expect([callbacks.received, mailsReturned]).toEqual([30, 2]);
  });

  test('that are rare or unknown are asked for as the others', () => {
    expect(['b', 'a', 'nobody', 'sonstige'].map((one) => askedSource(one, ['b']))).toEqual([
      'b',
      'sonstige',
      'sonstige',
      'sonstige',
    ]);
  });
});

test.each([
  [{ 5: 1 }, 1, 5, 5],
  [{ 5: 1, 7: 1 }, 2, 5, 7],
  [{ 1: 9, 100: 1 }, 10, 1, 1],
  [{ 1: 8, 100: 2 }, 10, 1, 100],
  [{ 10: 1, 9: 1, 100: 1 }, 3, 10, 100],
])(
  'of durations of %j the median and the 90th percentile have the nearest rank',
  (minutes, count, median, p90) => {
    const keys = Object.entries(minutes).map(([length, times]) => [`begin_submit|${length}`, times]);
    const [first] = countedIn(tallyOf({ website: Object.fromEntries(keys) }), null).durations;
    expect(first).toMatchObject({ key: 'begin_submit', count, median, p90 });
  },
);
