/** `bun run restore <file>`: replaces the database by a backup, while no server runs. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { emptyLogOf, lookOver } from '#db/backup';
import { createFieldCipher } from '#db/bank-data/cipher';
import { realPathOf } from '#db/driver/local/files';
import { lockFile } from '#db/driver/local/lock';
import { type Config, loadConfig } from '../config';
import { createDraft, deleteDraft, deleteOldDrafts, fillDraft, realFile, replaceDatabase } from '../files';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { databaseFile, fileArgument, runCommand } from './command';

await runCommand('restore', async () => {
  const backup = realFile(resolve(fileArgument('bun run restore <file>')));
  const config = loadConfig();
  const file = placeOf(resolve(databaseFile(config)));
  if (file === backup) throw new OperatorError('The backup and the database are the same file.');
  if (existsSync(`${backup}-wal`) && statSync(`${backup}-wal`).size > 0) {
    throw new OperatorError(`${backup} is no backup: it is a database in use, with its log beside it.`);
  }
  const release = await lockFile(file);
  try {
    return await restore(backup, file, config);
  } finally {
    await release();
  }
});

async function restore(backup: string, file: string, config: Config): Promise<string> {
  const { encryptionKey } = config.database;
  deleteOldDrafts(file);
  const draft = createDraft(file);
  try {
    // checks the copy, because the backup could change between the check and its use
    fillDraft(backup, draft);
    const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
    const { fault } = await lookOver(draft, join(root, 'db/migrations'), cipher, encryptionKey);
    if (fault) throw new OperatorError(`${backup} is not restored: ${fault.replaceAll(draft, backup)}.`);
    const exists = existsSync(file);
    if (exists) await emptyLogOf(file, encryptionKey);
    const aside = asideOf(file);
    replaceDatabase(draft, file, aside);
    const kept = exists ? ` What was there is kept in ${aside}.` : '';
    return `Restored: ${file}.${kept}`;
  } finally {
    deleteDraft(draft);
  }
}

function placeOf(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return realPathOf(file);
  } catch {
    throw new OperatorError(`The folder ${dirname(file)} cannot be made or read.`);
  }
}

/** A free name; the names sort by time. */
function asideOf(file: string): string {
  const stamp = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '-');
  for (let count = 0; ; count += 1) {
    const name = `${file}.before-restore-${stamp}${count ? `-${count}` : ''}`;
    if (!existsSync(name)) return name;
  }
}
