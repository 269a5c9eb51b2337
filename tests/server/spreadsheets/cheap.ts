/** What reading a file takes, compared with the largest harmless workbook. */
import { expect } from 'bun:test';
import { largestReturn } from '#domain/returns/returns';
import { readTable } from '#server/spreadsheets/read';
import { harmless } from './xlsx';

/** Of the processor, so that waiting for it on a busy machine does not count. */
async function timed(bytes: Uint8Array) {
  const before = process.cpuUsage();
  const table = await readTable(bytes);
  const { user, system } = process.cpuUsage(before);
  return { table, took: user + system };
}

let usual = 0;

/** `outcome`: the sentence why it cannot be read, or what is read. */
export async function expectCheap(bytes: Uint8Array, outcome: string | object): Promise<void> {
  expect(bytes.length).toBeLessThanOrEqual(largestReturn);
  usual ||= (await timed(harmless())).took;
  const { table, took } = await timed(bytes);
  expect(table).toEqual(typeof outcome === 'string' ? { unreadable: outcome } : (outcome as typeof table));
  expect(took / usual).toBeLessThan(4);
}
