/** A data folder with a database, and backups of it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openDatabase } from '#db/open';
import { makeBackup } from '#server/backups/make';
import { restoreBackup } from '#server/backups/restore';
import { seedDemo } from '#server/commands/demo';
import { loadConfig } from '#server/config';
import { afterThisTest } from '#tests/support/endings';
import { copyDatabase } from '#tests/support/template';

/** A key of 32 bytes in base64. */
export const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const now = Date.parse('2026-11-20T09:00:00Z');

/** Settings with these keys for a data folder. */
export function configOf(folder: string, env: Record<string, string> = {}) {
  return loadConfig({
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: 's'.repeat(32),
    DATA_KEY: keyOf(5),
    ...env,
  });
}

/** A database with some applications, in a folder that is deleted after the test. */
export async function stage(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  const config = configOf(folder, env);
  const file = join(folder, 'data', 'app.db');
  await mkdir(join(folder, 'safe'));
  await copyDatabase(file);
  const db = await openDatabase(config.database);
  await seedDemo(db, { cipher: createFieldCipher(config.dataKey), now }, 12);
  await db.close();
  const backup = join(folder, 'safe', 'backup.db');
  const task = { backup, file, config, isUnsignedAllowed: false, isReplaying: true };
  return {
    folder,
    config,
    file,
    backup,
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
