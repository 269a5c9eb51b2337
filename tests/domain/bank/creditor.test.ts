import { expect, test } from 'bun:test';
import { isCreditorId } from '#domain/bank/creditor';

test.each([
  // the example of the Bundesbank, also with another business code
  ['DE98ZZZ09999999999', true],
  ['DE98A1B09999999999', true],
  ['AT61ZZZ01234567890', true],
  ['NL79ZZZ999999990000', true],
  // wrong check digits, two digits swapped
  ['DE97ZZZ09999999999', false],
  ['DE98ZZZ99999999990', false],
  // a German one has 18 characters
  ['DE98ZZZ0999999999', false],
  ['de98zzz09999999999', false],
  ['DE98 ZZZ0 9999 9999 99', false],
  ['DE98ZZZ', false],
  ['', false],
])('%p is a creditor id: %p', (id, expected) => {
  expect(isCreditorId(id)).toBe(expected);
});
