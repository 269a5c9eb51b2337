/** Text files that are made to take memory and time. */
import { describe, expect, test } from 'bun:test';
import { sentences } from '#server/spreadsheets/sentences';
import { expectCheap } from './cheap';

const million = 1_000_000;
const files: [what: string, make: () => Uint8Array, outcome: string | object][] = [
  ['is 2 MB of delimiters', () => new Uint8Array(2 * 1024 ** 2).fill(59), sentences.empty],
  ['is 2 MB of line breaks', () => new Uint8Array(2 * 1024 ** 2).fill(10), sentences.empty],
  [
    'has a row before and after 2 MB of line breaks',
    () => Buffer.from(`Referenz;Stand${'\n'.repeat(2_000_000)}SF-1;ja`),
    { columns: ['Referenz', 'Stand'], rows: [{ line: 2_000_001, cells: ['SF-1', 'ja'] }] },
  ],
  ['is 2 MB of quotes', () => new Uint8Array(2 * 1024 ** 2).fill(34), sentences.noRows],
  ...[';"', ';"a', ';""', ';"""a', ';""""b', '""x', '"\n', '"a" b\n', '      ;"a" b', ' '].map(
    (unit): (typeof files)[number] => [
      `is 2 MB of ${JSON.stringify(unit)}`,
      () => Buffer.from(unit.repeat((2 * million) / unit.length)),
      expect.anything(),
    ],
  ),
  ['is 2 MB of one letter', () => new Uint8Array(2 * 1024 ** 2).fill(65), sentences.noRows],
];

describe('a file that', () => {
  test.each(files)('%s', (_, make, outcome) => expectCheap(make(), outcome));
});
