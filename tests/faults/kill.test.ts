/** A process that is killed while it writes loses no acknowledged write. */
// ASVS 2.3.3
import { afterEach, expect, test } from 'bun:test';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endAll, newFolder } from './support/processes';
import { createEmpty, inspect } from './support/saved-applications';
import { startSaving } from './support/saving';

const kills = 40;
/** The number of databases that are tested in parallel, because most of the time is spent starting processes. */
const lanes = 4;
const key = Buffer.alloc(32, 5).toString('base64');

afterEach(endAll);

test(`after ${kills} × kill -9 during 8 parallel writes no acknowledged write is lost or incomplete`, async () => {
  const folder = await newFolder();
  const empty = join(folder, 'empty.db');
  await createEmpty(empty);
  const outcomes = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const file = join(folder, `${lane}.db`);
      await copyFile(empty, file);
      const acknowledged: string[] = [];
      for (let turn = 0; turn < kills / lanes; turn += 1) {
        // from right after the first acknowledgement until after a checkpoint of the log
        acknowledged.push(...(await killAfter(file, 1 + ((turn * 17 + lane * 5) % 60))));
      }
      return { acknowledged, ...(await inspect(file, key, acknowledged)) };
    }),
  );

  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const acknowledged = sum(outcomes.map((one) => one.acknowledged.length));
  const stored = sum(outcomes.map((one) => one.stored));
  const lost = outcomes.flatMap((one) => one.lost);
  console.log(`${kills} kills: ${acknowledged} acknowledged, ${stored} stored, ${lost.length} lost`);
  expect(lost).toEqual([]);
  expect(outcomes.flatMap((one) => one.torn)).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(kills);
  // per kill, each writer may have stored one write that it could not acknowledge any more
  expect(stored - acknowledged).toBeLessThanOrEqual(kills * 8);
}, 240_000);

async function killAfter(file: string, count: number): Promise<string[]> {
  const saving = await startSaving(file, key);
  await saving.untilAcknowledged(count);
  await saving.kill();
  return saving.acknowledged;
}
