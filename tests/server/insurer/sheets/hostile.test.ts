/** A tenth of the files that are made to take memory and time; `tests/full` reads all, and measures them. */
import { expect, test } from 'bun:test';
import { readTable } from '#server/insurer/sheets/read';
import { hostileFiles } from './hostile-files';

test.each(hostileFiles.filter((_, index) => index % 10 === 0))('a file that %s', async (_, make, outcome) => {
  const table = typeof outcome === 'string' ? { unreadable: outcome } : outcome;
  expect<object>(await readTable(make())).toEqual(table);
});
