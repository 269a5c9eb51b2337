/** `bun run restore <file>`: replaces the database by a backup, while no server runs. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { assertUnused, lockFile, realPathOf } from '#db/driver/local/files';
import { restoreBackup } from '../backups/restore';
import { loadConfig } from '../config';
import { realFile } from '../files';
import { OperatorError } from '../process/failure';
import { argumentsOf, databaseFile, runCommand } from './command';

void runCommand('restore', async () => {
  const usage = 'bun run restore <file> [--unsigned] [--no-replay]';
  const { file: name, options } = argumentsOf(usage, ['unsigned', 'no-replay']);
  const backup = realFile(resolve(name));
  const config = loadConfig();
  const file = placeOf(resolve(databaseFile(config)));
  if (file === backup) throw new OperatorError('The backup and the database are the same file.');
  if (existsSync(`${backup}-wal`) && statSync(`${backup}-wal`).size > 0) {
    throw new OperatorError(`${backup} is no backup: it is a database in use, with its log beside it.`);
  }
  const release = await lockFile(file);
  try {
    await assertUnused(file, config.database.encryptionKey);
    return await restoreBackup({
      backup,
      file,
      config,
      isUnsignedAllowed: options.has('unsigned'),
      isReplaying: !options.has('no-replay'),
    });
  } finally {
    await release();
  }
});

function placeOf(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return realPathOf(file);
  } catch {
    throw new OperatorError(`The folder ${dirname(file)} cannot be made or read.`);
  }
}
