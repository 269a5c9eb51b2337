import { existsSync } from 'node:fs';
import type { Database, DatabaseConfig, Reader } from './driver/database';
import { DatabaseUnavailable } from './driver/errors';
import { fileOf } from './driver/local/files';
import { openLocal, openLocalReader } from './driver/local/local';
import { openRemote } from './driver/remote/remote';
import { openReplica } from './driver/remote/replica';

export type { Database, DatabaseConfig, Reader } from './driver/database';
export { DatabaseLocked, DatabaseSilent, DatabaseUnavailable, QueryFailed } from './driver/errors';
export type { Transaction } from './driver/transaction';

/**
 * Opens the configured database: a local file (encrypted or not), an embedded replica, or a server. It is checked
 * before this resolves.
 *
 * @throws DatabaseUnavailable with a sentence for the operator
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const file = fileOf(config.url);
  if (file !== undefined) {
    return await (config.syncUrl ? openReplica(config, file, config.syncUrl) : openLocal(config, file));
  }
  if (/^(https?|libsql):\/\//i.test(config.url)) return (await openRemote(config)).database;
  throw new DatabaseUnavailable('The database URL must begin with file:, http://, https:// or libsql://.');
}

type OpenReader = { read: Reader; close(): Promise<void> };

/**
 * Opens the database for queries only, also while a server has locked its file. Null if there is no file yet.
 *
 * @throws DatabaseUnavailable with a sentence for the operator
 */
export async function openForReading({ syncUrl, ...config }: DatabaseConfig): Promise<OpenReader | null> {
  // the file of a replica belongs to its server
  if (syncUrl) return await openDatabase({ url: syncUrl, authToken: config.authToken });
  const file = fileOf(config.url);
  if (file === undefined) return await openDatabase(config);
  return existsSync(file) ? await openLocalReader(config, file) : null;
}
