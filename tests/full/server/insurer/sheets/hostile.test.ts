/** Files that are made to take memory and time, compared with the largest harmless workbook. */
// ASVS 1.5.1, 5.2.1–5.2.3
import { expect, test } from 'bun:test';
import { largestReturn } from '#domain/insurer/answers';
import { readTable } from '#server/insurer/sheets/read';
import { hostileFiles } from '#tests/server/insurer/sheets/hostile-files';
import { harmless } from '#tests/server/insurer/sheets/xlsx';

/** Of the processor, so that waiting for it on a busy machine does not count. */
async function timed(bytes: Uint8Array) {
  const before = process.cpuUsage();
  const table: object = await readTable(bytes);
  const { user, system } = process.cpuUsage(before);
  return { table, took: user + system };
}

let usual = 0;
test.each(hostileFiles)('a file that %s', async (_, make, outcome) => {
  const bytes = make();
  expect(bytes.length).toBeLessThanOrEqual(largestReturn);
  usual ||= (await timed(harmless())).took;
  const { table, took } = await timed(bytes);
  expect(table).toEqual(typeof outcome === 'string' ? { unreadable: outcome } : outcome);
  expect(took / usual).toBeLessThan(4);
});
