import { expect, test } from 'bun:test';
import { type Cell, toCsv } from '#domain/text/csv';

test.each<[Cell, string]>([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['\tSUMME', "'\tSUMME"],
  ['\rSUMME', '"\'\rSUMME"'],
  ['\nSUMME', '"\'\nSUMME"'],
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  // full-width and small signs: some spreadsheets read them like the ASCII ones
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF0B49 30', "'\uFF0B49 30"],
  ['\uFF0D2', "'\uFF0D2"],
  ['\uFF20SUM(A1)', "'\uFF20SUM(A1)"],
  ['\uFE661+1', "'\uFE661+1"],
  ['1\uFF1D1', '1\uFF1D1'],
  ['a;b', '"a;b"'],
  ['sagt "ja"', '"sagt ""ja"""'],
  ['=A;B', '"\'=A;B"'],
  ['zwei\nZeilen', '"zwei\nZeilen"'],
  ['Übermut', 'Übermut'],
  ['', ''],
  // a text is no number and no date
  [{ text: 'Sommer' }, 'Sommer'],
  [{ text: '3/5' }, '"3/5"'],
  [{ text: '1e5' }, '"1e5"'],
  [{ text: '\u0661' }, '"\u0661"'],
  [{ text: '01067' }, '"01067"'],
  [{ text: '=1' }, '"\'=1"'],
  [{ text: '12 "a"' }, '"12 ""a"""'],
  [{ text: '' }, ''],
])('writes %p as %p', (value, written) => {
  expect(toCsv([[value]])).toBe(`\uFEFF${written}\r\n`);
});

test('separates fields by semicolons and ends each row', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['c', { text: '1' }],
    ]),
  ).toBe('\uFEFFa;b\r\nc;"1"\r\n');
});
