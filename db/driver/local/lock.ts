import { createClient } from '@libsql/client/sqlite3';
import { codeOf, DatabaseUnavailable, isBusy } from '../errors';
import { realPathOf, urlOf } from './files';

// without a reference the transaction would be garbage-collected, which would release its lock
const held = new Set<() => Promise<void>>();

/**
 * Locks a database file for this process by an open write transaction on `<file>.lock`. The kernel releases the lock
 * when the process ends, however it ends. Process ids are not compared, because in a container each process has id 1.
 * Never open the lock file in another way in this process: closing it would release the lock (POSIX).
 *
 * @returns a function that releases the lock
 * @throws DatabaseUnavailable if another process, or this one, has locked the file already
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
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
      throw new DatabaseUnavailable(`The database file ${file} is already in use by another process.`);
    }
    throw new DatabaseUnavailable(`The lock file ${file}.lock cannot be opened (${codeOf(error)}).`);
  }
}
