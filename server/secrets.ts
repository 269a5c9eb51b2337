/** Secrets that nobody configured: made once and kept in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '#db/bank-data/cipher';

/** A data folder that cannot be read or written; the message is one line for the operator. */
export class DataDirError extends Error {}

export type Secrets = {
  jwtSecret: string;
  /** 32 bytes in base64, as is the next. */
  dataKey: string;
  /** The data key before this one, until everything is sealed with this one. */
  dataKeyPrevious?: string;
  /** They were made for a start that has not ended well so far: nothing is sealed with them yet. */
  unused: boolean;
};

/** There from before the first key is made until a start has made its tables. */
const firstStart = 'first-start';
const jwtFile = 'jwt-secret';
const keyFiles = { present: 'data-key', next: 'data-key.next', previous: 'data-key.previous' };

/** Whether a data folder holds secrets that a start has used. */
export function holdsUsedSecrets(dataDir: string): boolean {
  const [marker, ...secrets] = [firstStart, jwtFile, keyFiles.present].map((name) =>
    existsSync(join(dataDir, name)),
  );
  return !marker && secrets.includes(true);
}

/** The generated JWT secret and data key of a data folder. Throws `DataDirError`. */
export function loadSecrets(dataDir: string): Secrets {
  return inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const unused = !holdsUsedSecrets(dataDir);
    if (unused) closeSync(openSync(join(dataDir, firstStart), 'a', 0o600));
    const jwtSecret = readOrMake(join(dataDir, jwtFile));
    const dataKey = readOrMake(join(dataDir, keyFiles.present));
    const previous = join(dataDir, keyFiles.previous);
    const dataKeyPrevious = existsSync(previous) ? read(previous) : undefined;
    // for a moment of `replaceDataKey` both are the same
    const replaced = dataKeyPrevious === dataKey ? undefined : dataKeyPrevious;
    return { jwtSecret, dataKey, dataKeyPrevious: replaced, unused };
  });
}

/** Says that there is a database now: without one the secrets of this folder will be those of one that is lost. */
export function endFirstStart(dataDir: string): void {
  inFolder(dataDir, () => rmSync(join(dataDir, firstStart), { force: true }));
}

/**
 * Puts a new data key in the place of the present one, which stays readable as the previous one. Killed at any
 * point and called again, it ends what was begun; at no point is a key in use that is not on the disk.
 */
export function replaceDataKey(dataDir: string): Secrets {
  return inFolder(dataDir, () => {
    const [present, next, previous] = [keyFiles.present, keyFiles.next, keyFiles.previous].map((name) =>
      join(dataDir, name),
    ) as [string, string, string];
    readOrMake(next);
    if (!existsSync(previous)) linkSync(present, previous);
    flush(dataDir);
    renameSync(next, present);
    flush(dataDir);
    return loadSecrets(dataDir);
  });
}

/**
 * Lays the previous data key of the folder aside, for backups that were made with it; answers the name of its file,
 * or null when `key` came from elsewhere.
 */
export function retirePreviousKey(dataDir: string, key: string): string | null {
  return inFolder(dataDir, () => {
    const previous = join(dataDir, keyFiles.previous);
    if (!existsSync(previous) || read(previous) !== key) return null;
    const retired = join(dataDir, `data-key.retired-${keyIdOf(key)}`);
    renameSync(previous, retired);
    flush(dataDir);
    return retired;
  });
}

function inFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new DataDirError(`DATA_DIR must be a folder that this process can write: ${dataDir}`);
  }
}

function readOrMake(path: string): string {
  if (!existsSync(path)) makeOnce(path);
  return read(path);
}

function read(path: string): string {
  return readFileSync(path, 'utf8').trim();
}

/** A hard link fails when the name is taken: of two instances that start at once, one secret wins for both. */
function makeOnce(path: string) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeDurably(draft, `${randomBytes(32).toString('base64')}\n`);
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** On the disk before anything is sealed with it: a power cut must not take the key and leave the data. */
function writeDurably(path: string, text: string) {
  const file = openSync(path, 'wx', 0o600);
  try {
    fchmodSync(file, 0o600);
    // on a full disk a write may be cut short without an error
    if (writeSync(file, text) !== text.length) throw new Error('A secret was not written whole.');
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function flush(folder: string) {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
