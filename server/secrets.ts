/** Secrets that nobody configured: made once and kept in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '#db/bank-data/cipher';
import { createDraft, flush } from './files';
import { OperatorError } from './process/failure';

export type Secrets = {
  jwtSecret: string;
  /** 32 bytes in base64, as is the next. */
  dataKey: string;
  /** The data key before this one, until everything is sealed with this one. */
  dataKeyPrevious?: string;
  /** They were made for a start that has not ended well so far: nothing is sealed with them yet. */
  unused: boolean;
};

const filesIn = (dataDir: string) => ({
  /** There from before the first key is made until a start has made its tables. */
  firstStart: join(dataDir, 'first-start'),
  jwtSecret: join(dataDir, 'jwt-secret'),
  key: join(dataDir, 'data-key'),
  nextKey: join(dataDir, 'data-key.next'),
  previousKey: join(dataDir, 'data-key.previous'),
});

/** Whether a data folder holds secrets that a start has used. */
export function holdsUsedSecrets(dataDir: string): boolean {
  const { firstStart, jwtSecret, key } = filesIn(dataDir);
  return !existsSync(firstStart) && [jwtSecret, key].some((path) => existsSync(path));
}

/** The generated JWT secret and data key of a data folder. Throws `OperatorError`. */
export function loadSecrets(dataDir: string): Secrets {
  const files = filesIn(dataDir);
  return inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const unused = !holdsUsedSecrets(dataDir);
    if (unused) closeSync(openSync(files.firstStart, 'a', 0o600));
    const jwtSecret = readOrMake(files.jwtSecret);
    const dataKey = readOrMake(files.key);
    const previous = existsSync(files.previousKey) ? read(files.previousKey) : undefined;
    // for a moment of `replaceDataKey` both are the same
    return { jwtSecret, dataKey, dataKeyPrevious: previous === dataKey ? undefined : previous, unused };
  });
}

/** Says that there is a database now: without one the secrets of this folder will be those of one that is lost. */
export function endFirstStart(dataDir: string): void {
  inFolder(dataDir, () => rmSync(filesIn(dataDir).firstStart, { force: true }));
}

/**
 * Puts a new data key in the place of the present one, which stays readable as the previous one. Killed at any
 * point and called again, it ends what was begun; at no point is a key in use that is not on the disk.
 */
export function replaceDataKey(dataDir: string): Secrets {
  const { key, nextKey, previousKey } = filesIn(dataDir);
  return inFolder(dataDir, () => {
    readOrMake(nextKey);
    if (!existsSync(previousKey)) linkSync(key, previousKey);
    flush(dataDir);
    renameSync(nextKey, key);
    flush(dataDir);
    return loadSecrets(dataDir);
  });
}

/**
 * Lays the previous data key of the folder aside, for backups that were made with it. Returns the name of its file, or
 * null when `key` came from elsewhere.
 */
export function retirePreviousKey(dataDir: string, key: string): string | null {
  const { previousKey } = filesIn(dataDir);
  return inFolder(dataDir, () => {
    if (!existsSync(previousKey) || read(previousKey) !== key) return null;
    const retired = join(dataDir, `data-key.retired-${keyIdOf(key)}`);
    renameSync(previousKey, retired);
    flush(dataDir);
    return retired;
  });
}

function inFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch {
    throw new OperatorError(`DATA_DIR must be a folder that this process can write: ${dataDir}`);
  }
}

function readOrMake(path: string): string {
  if (!existsSync(path)) makeOnce(path);
  return read(path);
}

function read(path: string): string {
  return readFileSync(path, 'utf8').trim();
}

/**
 * A hard link fails when the name is taken: of two instances that start at once, one secret wins for both. It is on the
 * disk before anything is sealed with it: a power cut must not take the key and leave the data.
 */
function makeOnce(path: string) {
  const draft = createDraft(path);
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`);
    flush(draft);
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
