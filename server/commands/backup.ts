/** `bun run backup <file>`: copies the database while the server runs. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyDatabase, lookOver } from '#db/backup';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Cell } from '#db/texts';
import { loadConfig } from '../config';
import { createDraft, deleteDraft, publish, realFile } from '../files';
import { OperatorError } from '../process/failure';
import { root } from '../root';
import { databaseFile, fileArgument, runCommand } from './command';

await runCommand('backup', async () => {
  const target = resolve(fileArgument('bun run backup <file>'));
  const config = loadConfig();
  const source = realFile(databaseFile(config));
  if (existsSync(target)) throw new OperatorError(`${target} exists already; nothing is overwritten.`);
  const { encryptionKey } = config.database;
  const draft = createDraft(target);
  try {
    await copyDatabase(source, draft, encryptionKey);
    const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
    const { fault, damaged } = await lookOver(draft, join(root, 'db/migrations'), cipher, encryptionKey);
    const places = damaged.length > 0 ? ` ${placesOf(damaged)}` : '';
    if (fault) throw new OperatorError(`The copy is not kept: ${fault}.${places}`);
    publish(draft, target);
    if (places) throw new OperatorError(`Backup: ${target}.${places} The next start mends them.`);
  } finally {
    deleteDraft(draft);
  }
  return `Backup: ${target} (${statSync(target).size} bytes). Its bank data needs DATA_KEY: keep that elsewhere.`;
});

function placesOf(cells: Cell[]): string {
  const first = cells.slice(0, 5).map(({ table, column, id }) => `${table}.${column} in row ${id}`);
  const more = cells.length > first.length ? ', …' : '';
  return `Damaged texts in it, as in the database: ${cells.length}, ${first.join(', ')}${more}.`;
}
