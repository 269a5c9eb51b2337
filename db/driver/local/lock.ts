import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import { codeOf, DatabaseInUse, DatabaseUnavailable, isBusy } from '../errors';
import { isOfSqld, realPathOf, urlOf } from './files';

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
