import { createClient } from '@libsql/client/sqlite3';
import { codeOf, DatabaseUnavailable, isBusy } from './errors';
import { realPathOf, urlOf } from './files';

// A transaction that nobody refers to would be collected, and its lock with it.
const held = new Set<() => Promise<void>>();

/**
 * Claims a database file for this process, by an open write transaction on `<file>.lock`. The kernel drops
 * the lock with the process, however that ends; no process id is compared (in a container it is always 1).
 * Never open the lock file by other means in this process: closing it would drop the lock (POSIX).
 *
 * @returns gives the file free again
 * @throws DatabaseUnavailable when another process, or this one, has the file already
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  try {
    // The same file reached by two names must meet the same lock.
    const url = urlOf(`${realPathOf(file)}.lock`);
    // The lock is waited for a moment, since two processes that start together may both get in each other's way.
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
      throw new DatabaseUnavailable(`The database file ${file} is already in use by another process.`);
    }
    throw new DatabaseUnavailable(`The lock file ${file}.lock cannot be opened (${codeOf(error)}).`);
  }
}
