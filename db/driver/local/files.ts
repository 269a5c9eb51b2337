import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import { codeOf, DatabaseInUse, DatabaseMoved, DatabaseUnavailable, isBusy } from '../errors';

/** The path in a `file:` URL, as libSQL reads it; undefined for other URLs and for `:memory:`. */
export function fileOf(url: string): string | undefined {
  const path = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/i.exec(url)?.[1];
  if (path === undefined || path.startsWith(':memory:')) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new DatabaseUnavailable('The database URL contains a percent sign that is not an escape (%25).');
  }
}

/** The URL of exactly this path for libSQL, which decodes percent signs. */
export function urlOf(file: string): string {
  return `file:${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** The same path for all names of a file. The file may be missing, but not its folder. */
export function realPathOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

export function isOfSqld(file: string): boolean {
  return /\/dbs\/[^/]+\/data$/.test(file);
}

export function notADatabase(file: string, encrypted: boolean): DatabaseUnavailable {
  return new DatabaseUnavailable(
    encrypted
      ? `The file ${file} cannot be read with the given encryption key.`
      : `The file ${file} is not a database, or it is encrypted and no key was given.`,
  );
}

/** Creates a missing folder. @throws DatabaseUnavailable with the path that is not writable */
export function prepareFolder(file: string): void {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DatabaseUnavailable(`The database folder ${folder} is not writable (${codeOf(error)}).`);
  }
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new DatabaseUnavailable(`The database path ${file} is not a file.`);
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new DatabaseUnavailable(`The database file ${file} is not writable (${codeOf(error)}).`);
  }
}

/** Throws once another file is there, or none: this process would go on with the moved one, which no backup finds. */
export function watchFile(file: string): () => void {
  const identity = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identity();
  return () => {
    if (identity() !== opened)
      throw new DatabaseMoved(`The database file ${file} was moved, deleted or replaced.`);
  };
}

/** For this user only, and so its log files. Never while a connection is open: closing the file frees the locks (POSIX). */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
}

export function explain(error: unknown, file: string, encrypted: boolean): Error {
  if (error instanceof DatabaseUnavailable) return error;
  const code = codeOf(error) ?? 'UNKNOWN';
  if (code === 'SQLITE_NOTADB') return notADatabase(file, encrypted);
  return new DatabaseUnavailable(`The database file ${file} cannot be opened (${code}).`);
}

// without a reference the transaction would be garbage-collected, which would release its lock
const held = new Set<() => Promise<void>>();

/**
 * By an open write transaction on `<file>.lock`, which the kernel releases however the process ends. Process ids are
 * not compared, because in a container each process has id 1. Never open the lock file in another way in this
 * process: closing it would release the lock (POSIX). @returns a function that releases the lock
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  assertNotOfServer(file);
  try {
    // two names of the same file must have the same lock
    const url = urlOf(`${realPathOf(file)}.lock`);
    // wait a moment, or two processes that start at the same time might both fail
    const client = createClient({ url, concurrency: 1, timeout: 200 });
    const transaction = await client.transaction('write').catch((error) => {
      client.close();
      throw error;
    });
    const release = async () => {
      if (!held.delete(release)) return;
      await transaction.rollback();
      client.close();
    };
    held.add(release);
    return release;
  } catch (error) {
    if (isBusy(error)) {
      throw inUse(file);
    }
    throw new DatabaseUnavailable(`The lock file ${file}.lock cannot be opened (${codeOf(error)}).`);
  }
}

/** Replicas follow a log of sqld's, which would miss what others change, even while sqld is stopped. */
function assertNotOfServer(file: string): void {
  const folder = dirname(existsSync(file) ? realPathOf(file) : file);
  if (!existsSync(join(folder, 'wallog'))) return;
  throw new DatabaseUnavailable(
    `The database file ${file} belongs to a database server (sqld), and only the server may change it: use its address, or restore into a new, empty folder.`,
  );
}

/**
 * Nobody uses the database who takes no lock of ours, such as `sqlite3`. At the path of sqld, nobody may have it
 * open: a connection in WAL mode keeps a shared lock on the file. Elsewhere, nobody may be writing to it. A file that
 * is no database is in nobody's use.
 */
export async function assertUnused(file: string, encryptionKey?: string): Promise<void> {
  if (!existsSync(file)) return;
  const client = createClient({ url: urlOf(realPathOf(file)), encryptionKey, concurrency: 1, timeout: 200 });
  try {
    if (isOfSqld(file)) await client.execute('PRAGMA locking_mode = EXCLUSIVE');
    await client.execute('BEGIN EXCLUSIVE');
    await client.execute('ROLLBACK');
  } catch (error) {
    if (isBusy(error)) throw inUse(file);
  } finally {
    client.close();
    // the driver closes the file, and so ends its lock, only when its handle is collected
    Bun.gc(true);
  }
}

function inUse(file: string): DatabaseInUse {
  return new DatabaseInUse(`The database file ${file} is already in use by another process.`);
}
