/** A data folder with a database, and backups of it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openDatabase } from '#db/open';
import { makeBackup } from '#server/backups/make';
import { restoreBackup } from '#server/backups/restore';
import { seedDemo } from '#server/commands/demo';
import { type Config, loadConfig } from '#server/config';
import { afterThisTest } from '#tests/support/endings';
import { copyDatabase } from '#tests/support/template';

/** A key of 32 bytes in base64. */
export const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const now = Date.parse('2026-11-20T09:00:00Z');

/** Settings with these keys for a data folder. */
export function configOf(folder: string, env: Record<string, string> = {}) {
  const given = { DATA_DIR: join(folder, 'data'), JWT_SECRET: 's'.repeat(32), DATA_KEY: keyOf(5) };
  return loadConfig({ ...given, ...env });
}

/** A database with some applications, in a folder that is deleted after the test. */
export async function stage(env: Record<string, string> = {}) {
  const one = await openStage(env);
  afterThisTest(one.remove);
  return one;
}

/** The same until `remove`. `more`: random bytes in the database besides. */
export async function openStage(env: Record<string, string> = {}, more = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  const config = configOf(folder, env);
  const file = join(folder, 'data', 'app.db');
  await mkdir(join(folder, 'safe'));
  await mkdir(join(folder, 'data'));
  seeded ??= seed();
  writeFileSync(file, await seeded);
  if (more > 0) await fatten(config, more);
  const backup = join(folder, 'safe', 'backup.db');
  const task = { backup, file, config, isUnsignedAllowed: false, isReplaying: true };
  return {
    folder,
    config,
    file,
    backup,
    remove: () => rm(folder, { recursive: true, force: true }),
    make: () => makeBackup(file, backup, config),
    /** Restores the backup, or a file with these bytes. Returns the message, also of a refusal. */
    async restore({ bytes, ...other }: Partial<typeof task> & { bytes?: Uint8Array } = {}): Promise<string> {
      if (bytes) writeFileSync(join(folder, 'safe', 'other.db'), bytes);
      const given = { ...task, ...(bytes ? { backup: join(folder, 'safe', 'other.db') } : {}), ...other };
      return await restoreBackup(given).catch((error: Error) => error.message);
    },
    /** The files of the data folder with the content of the database. */
    state: () => [readdirSync(join(folder, 'data')).toSorted(), Bun.hash(readFileSync(file))],
  };
}

let seeded: Promise<Uint8Array> | undefined;

async function seed(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  const { database, dataKey } = configOf(folder);
  const file = join(folder, 'data', 'app.db');
  await copyDatabase(file);
  const db = await openDatabase(database);
  await seedDemo(db, { cipher: createFieldCipher(dataKey), now }, 12);
  await db.close();
  const bytes = readFileSync(file);
  await rm(folder, { recursive: true });
  return bytes;
}

async function fatten({ database }: Config, bytes: number) {
  const db = await openDatabase(database);
  await db.write((tx) =>
    tx.run(sql`insert into documents (kind, version, sha256, bytes, sample, created_at)
      values ('avb', 99, 'x', randomblob(${bytes}), 1, 0)`),
  );
  await db.close();
}
