import { expect, test } from 'bun:test';
import { amountIn } from '#web/backoffice/tariffs/fields.tsx';

test.each([
  ['44,58', 44.58],
  ['44.58', 44.58],
  [' 44,5 € ', 44.5],
  ['1234,5', 1234.5],
  ['1.234,50', 1234.5],
  ['9999.99', 9999.99],
  ['44,58 Euro', 44.58],
  ['EUR 44,58', 44.58],
  ['1.234,50 eur', 1234.5],
  ['44,- €', 44],
  // 1,500 euros or one and a half
  ['1.500', Number.NaN],
  ['1,500', Number.NaN],
  ['1.500.00', Number.NaN],
  ['1 500', Number.NaN],
  ['-44,58', Number.NaN],
  ['4e1', Number.NaN],
  ['', Number.NaN],
])('%p typed as a premium is %d', (typed, amount) => {
  expect(amountIn(typed)).toBe(amount);
});
