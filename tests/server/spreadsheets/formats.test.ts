/** What a spreadsheet shows of a number, by its format. */
import { expect, test } from 'bun:test';
import { builtInCode, formatOf, numberText, textWith } from '#server/spreadsheets/formats';

test.each([
  // literals
  ['"VS-"0000000', 1234567, 'VS-1234567'],
  ['"VS-"0000000', 1234, 'VS-0001234'],
  ['000\\-000\\-000', 1234567, '001-234-567'],
  ['00" "000" "00', 12345, '00 123 45'],
  ['00 000 00', 1234567, '12 345 67'],
  ['00 000 00', 123456789, '1234 567 89'],
  ['\\V\\S0000', 7, 'VS0007'],
  ['0000"/26"', 7, '0007/26'],
  ['(000) 000', 12345, '(012) 345'],
  ['0-00', 5, '0-05'],
  ['##-##', 1234, '12-34'],
  ['"VS-"General', 4711, 'VS-4711'],
  ['"VS-"Standard', 4711, 'VS-4711'],
  ['"VS""-"0', 1, 'VS-1'],
  ['"geheim"', 1, 'geheim'],
  ['[Red]"VS-"0', 4711, 'VS-4711'],
  ['_-* 0', 4711, '4711'],
  ['[$VS-407]0000', 12, 'VS0012'],
  ['[$-407]0000', 12, '0012'],
  // signs
  ['0', -7, '-7'],
  ['0;"minus "0', -7, 'minus 7'],
  ['0;-0;"keine"', 0, 'keine'],
  ['0;-0;', 0, ''],
  ['#', 0, ''],
  // amounts
  ['0.00', 12.5, '12,50'],
  ['0.0#', 12, '12,0'],
  ['#,##0.00 "€"', 1234567.891, '1.234.567,89 €'],
  ['#,##0', 123456, '123.456'],
  ['#,##0', 12, '12'],
  ['#,##0" Stück"', 1234, '1.234 Stück'],
  // nothing that is shown here
  ['0%', 0.5, '≈ 0,5'],
  ['0.00E+00', 4711, '≈ 4711'],
  ['# ?/?', 0.5, '≈ 0,5'],
  ['0,', 4711, '≈ 4711'],
  ['[<=9999]"VS-"0000;"VX-"00000', 4711, '≈ 4711'],
  ['VS0000', 4711, '≈ 4711'],
  ['h:mm', 0.5, '≈ 0,5'],
  ['[h]:mm', 1.5, '≈ 1,5'],
  ['0;0%', -5, '≈ -5'],
  [`"${'x'.repeat(300)}"0`, 4711, '≈ 4711'],
  ['"VS-"0', 4711081512345678, '≈ 4711081512345678'],
  ['General', 4711, '4711'],
  ['@', 4711, '4711'],
  ['', 4711, '4711'],
])('%s shows %p as %s', (code, number, shown) => {
  expect(numberText(String(number), formatOf(code), false)).toBe(shown);
});

test.each(['dd.mm.yyyy', 'd/m/yy', 'mmm yy', '"am" d. mmmm', '[$-F800]dddd, mmmm dd, yyyy', 'yyyy-mm-dd;@'])(
  '%s is a day',
  (code) => expect(numberText('46346', formatOf(code), false)).toBe('2026-11-20'),
);

test.each([
  [0, '1234,5'],
  [1, '1235'],
  [2, '1234,50'],
  [3, '1.235'],
  [4, '1.234,50'],
  [9, '≈ 1234,5'],
  [14, '1903-05-18'],
  [20, '≈ 1234,5'],
  [44, '1.234,50'],
  [49, '1234,5'],
  [99, '1234,5'],
])('the built-in format %p shows %s', (id, shown) => {
  expect(numberText('1234.5', formatOf(builtInCode(id)), false)).toBe(shown);
});

test.each([
  ['"VS-"@', 'VS-0012'],
  ['0;0;0;"VS-"@"/26"', 'VS-0012/26'],
  ['@', '0012'],
  ['"VS-"0', '0012'],
])('%s shows the text 0012 as %s', (code, shown) => {
  expect(textWith(formatOf(code), '0012')).toBe(shown);
});
