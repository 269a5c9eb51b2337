/** A process that saves applications until it is killed. */
import { expect } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from './processes';
import { createEmpty, inspect, urlOf } from './saved-applications';
import { startScript } from './scripts';

/** Of the bank data that it saves. */
const savingKey = Buffer.alloc(32, 5).toString('base64');
/** The secrets of a server or a command on its database. */
export const savingSecrets = { DATA_KEY: savingKey, JWT_SECRET: 's'.repeat(32) };

/** A data folder with an empty database, and a path for a backup outside of it. */
export async function databaseToBackUp() {
  const folder = await newFolder();
  const [data, safe] = [join(folder, 'data'), join(folder, 'safe')];
  await mkdir(data);
  await mkdir(safe);
  const file = join(data, 'app.db');
  await createEmpty(file);
  return { data, file, safe, backup: join(safe, 'backup.db') };
}

/** What is stored after a fault, of the applications that were acknowledged. */
export async function lostOf(database: string, acknowledged: readonly string[]) {
  const { lost, torn } = await inspect(database, savingKey, acknowledged);
  return [...lost, ...torn];
}

/** Starts the process. `acknowledged` grows with each application that the database has acknowledged. */
export async function startSaving(database: string) {
  const script = await startScript('tests/faults/support/saving-process.ts', [urlOf(database), savingKey]);
  const acknowledged: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const reading = (async () => {
    for await (const id of script.lines) {
      acknowledged.push(id);
      for (const one of waiting) if (acknowledged.length >= one.count) one.resolve();
    }
  })();
  return {
    acknowledged,
    async kill(): Promise<void> {
      await script.kill();
      await reading;
    },
    /** Stops the process without closing its files. */
    freeze: () => script.child.kill('SIGSTOP'),
    /** Resolves when `count` applications are acknowledged. Rejects if the process ends before. */
    async untilAcknowledged(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      if (acknowledged.length >= count) resolve();
      await Promise.race([promise, script.died()]);
    },
  };
}

/** Saves until `count` applications are acknowledged, and kills the process. Returns the acknowledged ones. */
export async function saveAndKill(database: string, count: number): Promise<string[]> {
  const saving = await startSaving(database);
  await saving.untilAcknowledged(count);
  await saving.kill();
  return saving.acknowledged;
}

/** Kills `times` processes, one after the other, during eight parallel writes each. Returns what was acknowledged. */
export async function killTimes(database: string, times: number, lane: number): Promise<string[]> {
  const acknowledged: string[] = [];
  // from right after the first acknowledgement until after a checkpoint of the log
  for (let turn = 0; turn < times; turn += 1)
    acknowledged.push(...(await saveAndKill(database, 1 + ((turn * 17 + lane * 5) % 60))));
  return acknowledged;
}

/** The number of databases that are tested in parallel, because most of the time is spent starting processes. */
const lanes = 4;

/** Kills processes that each save into one of four database files. Every write that was acknowledged is stored. */
export async function killOnFiles(kills: number): Promise<void> {
  const folder = await newFolder();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const file = join(folder, `${lane}.db`);
      await createEmpty(file);
      await expectWhole(file, await killTimes(file, kills / lanes, lane), kills / lanes);
    }),
  );
}

/** All that was acknowledged is stored, and complete. */
export async function expectWhole(database: string, acknowledged: string[], kills: number): Promise<void> {
  const { lost, torn, stored } = await inspect(database, savingKey, acknowledged);
  console.log(`${kills} kills: ${acknowledged.length} acknowledged, ${stored} stored, ${lost.length} lost`);
  expect({ lost, torn }).toEqual({ lost: [], torn: [] });
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills);
  // per kill, each writer may have stored one write that it could not acknowledge any more
  expect(stored - acknowledged.length).toBeLessThanOrEqual(kills * 8);
}
