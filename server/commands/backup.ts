import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeBackup, placesOf } from '../backups/make';
import { loadConfig } from '../config';
import { realFile } from '../files';
import { OperatorError } from '../process/failure';
import { argumentsOf, databaseFile, runCommand } from './command';

void runCommand('backup', async () => {
  const { file } = argumentsOf('bun run backup <file>');
  const target = resolve(file);
  const config = loadConfig();
  const source = realFile(databaseFile(config));
  if (existsSync(target)) throw new OperatorError(`${target} exists already; nothing is overwritten.`);
  const damaged = await makeBackup(source, target, config);
  if (damaged.length > 0) {
    throw new OperatorError(
      `Backup: ${target}. It has ${placesOf(damaged)}, as the database has: restore an older one.`,
    );
  }
  const [form, keys] = config.backupKey
    ? ['encrypted', 'DATA_KEY and BACKUP_KEY: keep them']
    : ['not encrypted', 'DATA_KEY: keep that'];
  return `Backup: ${target} (${statSync(target).size} bytes, ${form}). A restore needs ${keys} elsewhere.`;
});
