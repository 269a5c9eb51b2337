import type { Database, DatabaseConfig } from './client';
import { DatabaseUnavailable } from './driver/errors';
import { fileOf } from './driver/local/files';
import { openLocal, openLocalBeside, openLocalWithServer } from './driver/local/local';
import { openRemote } from './driver/remote/remote';
import { openReplica } from './driver/remote/replica';

/** Checked before this resolves. @throws DatabaseUnavailable with a sentence for the operator */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const file = fileOf(config.url);
  if (file !== undefined) {
    return await (config.syncUrl ? openReplica(config, file, config.syncUrl) : openLocal(config, file));
  }
  if (/^(https?|libsql):\/\//i.test(config.url)) return (await openRemote(config)).database;
  throw new DatabaseUnavailable('The database URL must begin with file:, http://, https:// or libsql://.');
}

/** Opens it for writes beside the server of this machine, which has migrated and locked it. */
export async function openWithServer(config: DatabaseConfig): Promise<Database> {
  const file = fileOf(config.url);
  return file === undefined ? await openDatabase(config) : await openLocalWithServer(config, file);
}

/** Opens the configured database for queries only, beside a server that uses it. */
export async function openBeside(config: DatabaseConfig): Promise<Pick<Database, 'read' | 'close'>> {
  const file = fileOf(config.url);
  return file === undefined ? await openDatabase(config) : await openLocalBeside(config, file);
}
