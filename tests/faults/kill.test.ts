/** A process that is killed while it writes loses nothing of what it has acknowledged. */
import { afterEach, expect, test } from 'bun:test';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endAll, newFolder } from './support/processes';
import { createEmpty, inspect } from './support/saved-applications';
import { startSaving } from './support/saving';

const kills = 100;
/** Files that are written to side by side: most of the time goes into starting processes. */
const lanes = 4;
const key = Buffer.alloc(32, 5).toString('base64');

afterEach(endAll);

test(`kill -9 × ${kills} while 8 writers save: 0 acknowledged writes are lost, and none is torn`, async () => {
  const folder = await newFolder();
  const empty = join(folder, 'empty.db');
  await createEmpty(empty);
  const outcomes = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const file = join(folder, `${lane}.db`);
      await copyFile(empty, file);
      const acknowledged: string[] = [];
      for (let turn = 0; turn < kills / lanes; turn += 1) {
        // from a kill right after the first answer to one after the log was written back into the file
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
  // at most one more of each writer was stored without its answer having been heard, each time
  expect(stored - acknowledged).toBeLessThanOrEqual(kills * 8);
}, 240_000);

async function killAfter(file: string, answers: number): Promise<string[]> {
  const saving = await startSaving(file, key);
  await saving.heard(answers);
  await saving.kill();
  return saving.acknowledged;
}
