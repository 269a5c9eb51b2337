/** Replacing a database by a backup. Everything is checked and done before anything is replaced. */
import { copyFileSync, existsSync } from 'node:fs';
import { countRows, emptyLogOf, lookOver } from '#db/backup';
import { createFieldCipher } from '#db/bank-data/cipher';
import { isOfSqld } from '#db/driver/local/files';
import type { Config } from '../config';
import { deleteOldDrafts, fillDraft, replaceDatabase, withDraft } from '../files';
import { OperatorError } from '../process/failure';
import { migrations } from '../root';
import { BackupRefused, type Manifest } from './format';
import { prepare } from './prepare';
import { isSigned, readBackup } from './read';
import { nameForReplaced, replacedDays } from './replaced';
import { placesOf, sentencesOf } from './report';

type Task = {
  backup: string;
  file: string;
  config: Config;
  isUnsignedAllowed: boolean;
  isReplaying: boolean;
};

/** Replaces the database `file`, which the caller has locked, by a backup. Returns what to tell the operator. */
export async function restoreBackup({ backup, file, config, ...given }: Task): Promise<string> {
  const { encryptionKey } = config.database;
  deleteOldDrafts(file);
  return await withDraft(file, async (draft) => {
    // checks the copy, because the backup could change between the check and its use
    const manifest = fill(draft, backup, given.isUnsignedAllowed, config);
    const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
    const { fault, damaged } = await lookOver(draft, migrations, cipher, encryptionKey);
    const texts = damaged.length > 0 ? `it has ${placesOf(damaged)}` : null;
    const wrong =
      fault?.replaceAll(draft, backup) ?? texts ?? (await rowsFault(draft, manifest, encryptionKey));
    if (wrong) throw new OperatorError(`${backup} is not restored: ${wrong}.`);
    const exists = existsSync(file);
    if (exists) await emptyLogOf(file, encryptionKey);
    const now = Date.now();
    const replaced = exists ? file : null;
    const { isReplaying } = given;
    const prepared = await prepare(draft, { replaced, isReplaying, manifest, cipher, encryptionKey, now });
    const aside = nameForReplaced(file, now);
    replaceDatabase(draft, file, aside);
    // beside the file of sqld there is no server that deletes it
    const period = isOfSqld(file) ? ': delete it when you no longer need it' : ` for ${replacedDays} days`;
    const kept = exists ? [`What was there is kept in ${aside}${period}.`] : [];
    const state = manifest ? ` as of ${manifest.createdAt}` : '';
    return [`Restored: ${file}${state}.`, ...kept, ...sentencesOf(prepared)].join(' ');
  });
}

/** Writes the database of the backup into the draft; null if it is an unsigned copy without a manifest. */
function fill(draft: string, backup: string, isUnsignedAllowed: boolean, config: Config): Manifest | null {
  try {
    return fillDraft(draft, () => {
      if (!isUnsignedAllowed || isSigned(backup)) return readBackup(backup, draft, config);
      copyFileSync(backup, draft);
      return null;
    });
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new OperatorError(`${backup} is not restored: ${error.message}.`);
  }
}

async function rowsFault(
  draft: string,
  manifest: Manifest | null,
  encryptionKey: string | undefined,
): Promise<string | null> {
  if (!manifest) return null;
  const counted = await countRows(draft, encryptionKey);
  const tables = new Set([...Object.keys(counted), ...Object.keys(manifest.rows)]);
  for (const table of tables) {
    const [found, expected] = [counted[table] ?? 0, manifest.rows[table] ?? 0];
    if (found !== expected) return `its table ${table} has ${found} rows instead of ${expected}`;
  }
  return null;
}
