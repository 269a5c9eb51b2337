/** `bun run restore <file>`: puts a backup in the place of the database, while no server runs. */
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { emptyLogOf, lookOver } from '#db/backup';
import { createFieldCipher } from '#db/bank-data/cipher';
import { fileOf } from '#db/driver/files';
import { lockFile } from '#db/driver/lock';
import { type Config, isRemote, loadConfig } from '../config';
import { createDraft, discard, fillDraft, realFile, replaceDatabase, sweepDrafts } from '../files';
import { root } from '../root';
import { fileArgument, OperationRefused, runCommand } from './command';

await runCommand('restore', async () => {
  const backup = realFile(resolve(fileArgument('bun run restore <file>')));
  const config = loadConfig();
  if (isRemote(config.database)) {
    throw new OperationRefused(
      'The database is on a server: run this where its file is, see docs/operations.md.',
    );
  }
  const file = placeOf(resolve(fileOf(config.database.url) ?? config.database.url));
  if (file === backup) throw new OperationRefused('The backup and the database are the same file.');
  if (existsSync(`${backup}-wal`) && statSync(`${backup}-wal`).size > 0) {
    throw new OperationRefused(`${backup} is no backup: it is a database in use, with its log beside it.`);
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
  sweepDrafts(file);
  const draft = createDraft(file);
  try {
    // what is looked over is the copy, which nobody changes between the look and its use
    fillDraft(backup, draft);
    const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
    const { fault } = await lookOver(draft, join(root, 'db/migrations'), cipher, encryptionKey);
    if (fault) throw new OperationRefused(`${backup} is not restored: ${fault.replaceAll(draft, backup)}.`);
    const there = existsSync(file);
    if (there) await emptyLogOf(file, encryptionKey);
    const aside = asideOf(file);
    replaceDatabase(draft, file, aside);
    const kept = there ? ` What was there is kept in ${aside}.` : '';
    return `Restored: ${file}.${kept}`;
  } finally {
    discard(draft);
  }
}

function placeOf(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  } catch {
    throw new OperationRefused(`The folder ${dirname(file)} cannot be made or read.`);
  }
}

/** A name that is free, the newest last. */
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
