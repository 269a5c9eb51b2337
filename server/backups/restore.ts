/** Replacing a database by a backup. Everything is checked and done before anything is replaced. */
import { copyFileSync, existsSync } from 'node:fs';
import { countRows, emptyLogOf, lookOver } from '#db/backup';
import { createFieldCipher, type FieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { isOfSqld, urlOf } from '#db/driver/local/files';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { readErasures } from '#db/replaced';
import { deleteEndedSessions } from '#db/staff/users';
import { theRestore } from '#domain/accounts/actors';
import type { Config } from '../config';
import { record } from '../deed';
import { deleteOldDrafts, inFolder, replaceDatabase, withDraft } from '../files';
import { OperatorError } from '../process/failure';
import { migrations } from '../root';
import { BackupRefused, isSigned, type Manifest, readBackup } from './format';
import { placesOf } from './make';
import { nameForReplaced, replacedDays } from './replaced';
import { replayErasures, sentencesOf } from './replay';

type Task = {
  backup: string;
  file: string;
  config: Config;
  isUnsignedAllowed: boolean;
  isReplaying: boolean;
};

export async function restoreBackup(task: Task): Promise<string> {
  const { backup, file, config } = task;
  const { encryptionKey } = config.database;
  deleteOldDrafts(file);
  return await withDraft(file, async (draft) => {
    // checks the copy, because the backup could change between the check and its use
    const manifest = fill(draft, task);
    const cipher = createFieldCipher(config.dataKey, config.dataKeyPrevious);
    const { fault, damaged } = await lookOver(draft, migrations, cipher, encryptionKey);
    const texts = damaged.length > 0 ? `it has ${placesOf(damaged)}` : null;
    const wrong =
      fault?.replaceAll(draft, backup) ?? texts ?? (await rowsFault(draft, manifest, encryptionKey));
    if (wrong) throw new OperatorError(`${backup} is not restored: ${wrong}.`);
    const exists = existsSync(file);
    if (exists) await emptyLogOf(file, encryptionKey);
    const now = Date.now();
    const replayed = await prepare(draft, { ...task, exists, manifest, cipher, encryptionKey, now });
    const aside = nameForReplaced(file, now);
    replaceDatabase(draft, file, aside);
    // beside the file of sqld there is no server that deletes it
    const period = isOfSqld(file) ? ': delete it when you no longer need it' : ` for ${replacedDays} days`;
    const kept = exists ? [`What was there is kept in ${aside}${period}.`] : [];
    const state = manifest ? ` as of ${manifest.createdAt}` : '';
    return [`Restored: ${file}${state}.`, ...kept, ...replayed].join(' ');
  });
}

function fill(draft: string, { backup, isUnsignedAllowed, config }: Task): Manifest | null {
  try {
    return inFolder(draft, () => {
      if (!isUnsignedAllowed || isSigned(backup)) return readBackup(backup, draft, config);
      copyFileSync(backup, draft);
      return null;
    });
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new OperatorError(`${backup} is not restored: ${error.message}.`);
  }
}

async function rowsFault(draft: string, manifest: Manifest | null, encryptionKey: string | undefined) {
  if (!manifest) return null;
  const counted = await countRows(draft, encryptionKey);
  const tables = new Set([...Object.keys(counted), ...Object.keys(manifest.rows)]);
  for (const table of tables) {
    const [found, expected] = [counted[table] ?? 0, manifest.rows[table] ?? 0];
    if (found !== expected) return `its table ${table} has ${found} rows instead of ${expected}`;
  }
  return null;
}

type Checked = Task & {
  exists: boolean;
  manifest: Manifest | null;
  cipher: FieldCipher;
  encryptionKey: string | undefined;
  now: number;
};

/** All of it is in the file itself afterwards, not in a log beside it. Returns what became of the erasures. */
async function prepare(copy: string, task: Checked): Promise<string[]> {
  const { cipher, encryptionKey, manifest, now } = task;
  return await upgrade(copy, encryptionKey, async (db) => {
    const sentences = await replayInto(db, copy, task);
    const all = { begun: Number.MAX_SAFE_INTEGER, used: Number.MAX_SAFE_INTEGER };
    await deleteEndedSessions(db, all);
    const restored = manifest?.createdAt ?? 'unsigned';
    const acted = { by: theRestore, action: 'database_restored', subjects: [restored], at: now } as const;
    await db.write((tx) => record(tx, cipher, acted));
    await db.checkpoint();
    return sentences;
  });
}

async function upgrade<T>(
  file: string,
  encryptionKey: string | undefined,
  work: (db: Database) => Promise<T>,
) {
  const db = await openDatabase({ url: urlOf(file), encryptionKey });
  try {
    await migrateDatabase(db, migrations);
    return await work(db);
  } finally {
    await db.close();
  }
}

async function replayInto(db: Database, copy: string, { file, exists, ...task }: Checked): Promise<string[]> {
  const notReplayed = (why: string) => [`Erasures since the backup were not replayed: ${why}.`];
  if (!task.isReplaying) return notReplayed('--no-replay');
  if (!exists) return notReplayed('there was no database to read them from');
  const erasures = await erasuresOf(file, copy, task.encryptionKey).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable || error instanceof QueryFailed)) throw error;
    return null;
  });
  if (erasures === null) return notReplayed('the replaced database cannot be read');
  return sentencesOf(erasures, await replayErasures(db, task.cipher, erasures, task.now));
}

/** What a version without the table made is upgraded in a copy, for its migration reads the audit log. */
async function erasuresOf(replaced: string, restored: string, encryptionKey?: string) {
  const erasures = await readErasures(restored, replaced, encryptionKey);
  if (erasures) return erasures;
  return await withDraft(replaced, async (draft) => {
    inFolder(draft, () => copyFileSync(replaced, draft));
    await upgrade(draft, encryptionKey, (db) => db.checkpoint());
    return await readErasures(restored, draft, encryptionKey);
  });
}
