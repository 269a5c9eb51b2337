import { describe, expect, test } from 'bun:test';
import { alternate, median, repeat } from './rounds';
import { atLeast, atMost, exactly, type Row } from './row';
import { tableOf } from './table';

test.each([
  [[3], 3],
  [[5, 1, 3], 3],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
])('the median of %p is %p', (figures, middle) => {
  expect(median(figures)).toBe(middle);
});

test('the median of no figures is an error', () => {
  expect(() => median([])).toThrow();
});

test('rounds run in sequence, and both sides take turns in being first', async () => {
  const order: string[] = [];
  const note = (name: string) => async () => {
    order.push(name);
    return name;
  };
  const rounds = await alternate(3, note('a'), note('b'));
  expect(rounds).toEqual(Array.from({ length: 3 }, () => ['a', 'b']));
  expect(order.join('')).toBe('abbaab');
  expect(await repeat(2, async (round) => round)).toEqual([0, 1]);
});

describe('whether a budget holds:', () => {
  const figure = (value: number) => ({ name: 'it', value, digits: 2 });

  test.each([
    ['just reached', atLeast(0.8, figure(0.8)), true],
    ['almost reached', atLeast(0.8, figure(0.799)), false],
    ['just kept', atMost(1, figure(1)), true],
    ['almost kept', atMost(1, figure(1.001)), false],
    ['met', exactly(0, figure(0)), true],
    ['not met', exactly(0, figure(0.001)), false],
    ['not a number', atMost(1, figure(Number.NaN)), false],
  ])('%s', (_, row, holds) => {
    expect(row.holds).toBe(holds);
  });
});

test('the table is Markdown with the notes below it and the number of met budgets at the end', () => {
  const rows = [
    atMost(150, { name: 'script', value: 149.4, unit: 'KB' }),
    atLeast(0.8, { name: 'share of the bare rate', value: 0.5, digits: 2, note: '5 and 10 answers/s' }),
    { name: 'told', measured: '3', target: '', holds: null },
  ];
  expect(tableOf(rows)).toBe(`| budget                 | measured | target   | holds  |
|------------------------|----------|----------|--------|
| script                 | 149 KB   | ≤ 150 KB | yes    |
| share of the bare rate | 0.50     | ≥ 0.80   | **no** |
| told                   | 3        |          |        |

- share of the bare rate: 5 and 10 answers/s

1 of 2 budgets hold`);
});

test('with another checkout beside, the table has its figures and the ratios', () => {
  const rows: Row[] = [
    { name: 'save', measured: '5 µs', beside: ['4 µs', '1.25'], target: '≤ 1.05', holds: false },
    { name: 'told', measured: '3', target: '', holds: null },
  ];
  expect(tableOf(rows)).toStartWith(`| budget | measured | beside | ratio | target | holds  |
|--------|----------|--------|-------|--------|--------|
| save   | 5 µs     | 4 µs   | 1.25  | ≤ 1.05 | **no** |
| told   | 3        |        |       |        |        |
`);
});
