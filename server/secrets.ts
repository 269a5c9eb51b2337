/** Secrets that are not configured: generated once, and kept in the data folder where only its owner can read them. */
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

const filesIn = (dataDir: string) => ({
  /** Exists from before the first key is generated until a start has created the tables. */
  firstStart: join(dataDir, 'first-start'),
  jwtSecret: join(dataDir, 'jwt-secret'),
  key: join(dataDir, 'data-key'),
  nextKey: join(dataDir, 'data-key.next'),
  previousKey: join(dataDir, 'data-key.previous'),
});

export function holdsUsedSecrets(dataDir: string): boolean {
  const { firstStart, jwtSecret, key } = filesIn(dataDir);
  return !existsSync(firstStart) && [jwtSecret, key].some((path) => existsSync(path));
}

/** Generates those that are missing. `unused`: nothing is encrypted with them yet. @throws OperatorError, as those below */
export function loadSecrets(dataDir: string) {
  const files = filesIn(dataDir);
  return inFolder(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const unused = !holdsUsedSecrets(dataDir);
    if (unused) closeSync(openSync(files.firstStart, 'a', 0o600));
    const jwtSecret = readOrMake(files.jwtSecret);
    const dataKey = readOrMake(files.key);
    const previous = existsSync(files.previousKey) ? read(files.previousKey) : undefined;
    // both are the same if `replaceDataKey` was interrupted
    return { jwtSecret, dataKey, dataKeyPrevious: previous === dataKey ? undefined : previous, unused };
  });
}

/** Records that the secrets are in use: an empty database beside them will now mean that data was lost. */
export function endFirstStart(dataDir: string): void {
  inFolder(dataDir, () => rmSync(filesIn(dataDir).firstStart, { force: true }));
}

/** If it is interrupted at any point, calling it again completes it. No key is ever in use that is not on the disk. */
export function replaceDataKey(dataDir: string) {
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

/** It is kept for older backups. Null if `key` is not the previous key of this folder, otherwise the new path. */
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

/** Instances that start at once use the same secret: a link fails if its name exists. Flushed before data needs it. */
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
