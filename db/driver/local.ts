import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import type { Borrow } from './borrow';
import { Connection } from './connection';
import type { Database, DatabaseConfig, Write } from './database';
import { codeOf, DatabaseUnavailable, QueryFailed, redacting } from './errors';
import { createPrivately, notADatabase, prepareFolder } from './files';
import { GroupCommit } from './group';
import { lockFile } from './lock';
import { poolOf } from './readers';
import { rebuild } from './rebuild';
import { noticingFullDisk } from './room';
import { drizzleOver } from './session';
import { Gate, retryWhileBusy, writeDeadline } from './writer';

const READERS = 4;

/** Opens a local file with one connection for writes, which share commits, and several for queries (decision 006). */
export async function openLocal(config: DatabaseConfig, file: string): Promise<Database> {
  prepareFolder(file);
  const release = await lockFile(file);
  try {
    createPrivately(file);
    const { writer, readers } = await connect(file, config.encryptionKey);
    return noticingFullDisk(assemble(writer, readers, release));
  } catch (error) {
    await release();
    throw explain(error, file, config.encryptionKey !== undefined);
  }
}

async function connect(path: string, encryptionKey: string | undefined) {
  const opened: Connection[] = [];
  const open = async (access: 'read' | 'write', timeout: number) => {
    const connection = await Connection.open({ path, encryptionKey, timeout }, access);
    opened.push(connection);
    return connection;
  };
  try {
    const writer = await open('write', 100);
    const readers: Connection[] = [];
    while (readers.length < READERS) readers.push(await open('read', 2000));
    return { writer, readers };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}

function assemble(writer: Connection, readers: Connection[], release: () => Promise<void>): Database {
  const gate = new Gate();
  const borrowReader = poolOf(readers);
  const borrowWriter: Borrow = (work) => writer.use(work);
  const writes = new GroupCommit(borrowWriter);
  const read = drizzleOver({ queries: borrowReader, transactions: borrowReader, mode: 'read' });
  // foreign keys stay off on the connection until it is opened again
  const rebuildOnce: Write = (work) => rebuild(borrowWriter, work).finally(() => writer.reopenBeforeUse());

  return {
    read,
    write: (work) => gate.pass(() => writes.write(work)),
    restructure: (work) => {
      const deadline = writeDeadline();
      return gate.pass(() => writes.apart(() => retryWhileBusy(() => rebuildOnce(work), deadline)));
    },
    ping: async () => {
      await read.all(sql`select count(*) from sqlite_schema`);
    },
    // each attempt queues again: another process that blocks the checkpoint must not block the writes
    checkpoint: () => retryWhileBusy(() => writes.apart(() => writer.use(emptyLog))),
    close: async () => {
      await gate.close();
      // optional: the next start reads a log that is not empty
      await writer.use(emptyLog).catch(() => {});
      for (const connection of [...readers, writer]) connection.close();
      await release();
    },
  };
}

async function emptyLog(client: Client): Promise<void> {
  const { rows } = await redacting(client.execute('PRAGMA wal_checkpoint(TRUNCATE)'), 'a checkpoint');
  if (rows[0]?.busy !== 0) throw new QueryFailed('SQLITE_BUSY', 'a checkpoint');
}

function explain(error: unknown, file: string, encrypted: boolean): Error {
  if (error instanceof DatabaseUnavailable) return error;
  const code = codeOf(error) ?? 'UNKNOWN';
  if (code === 'SQLITE_NOTADB') return notADatabase(file, encrypted);
  return new DatabaseUnavailable(`The database file ${file} cannot be opened (${code}).`);
}
