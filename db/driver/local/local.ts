import { sql } from 'drizzle-orm';
import type { Database, DatabaseConfig } from '../../client';
import { codeOf } from '../errors';
import { GroupCommit } from '../group';
import { queriesOver, readAll } from '../queries';
import { rebuild, transactOn } from '../transaction';
import { Gate, retryWhileBusy, writeDeadline } from '../waiting';
import { Connection, emptyLog } from './connection';
import { createPrivately, explain, lockFile, prepareFolder, watchFile } from './files';

/** Opens a local file with one connection for writes, which share commits, and one for queries (decision 006). */
export async function openLocal(config: DatabaseConfig, file: string): Promise<Database> {
  prepareFolder(file);
  const release = await lockFile(file);
  try {
    createPrivately(file);
    const { writer, reader } = await connect(file, config.encryptionKey);
    return noticingFullDisk(assemble(writer, reader, { release, assertSame: watchFile(file) }));
  } catch (error) {
    await release();
    throw explain(error, file, config.encryptionKey !== undefined);
  }
}

/** Also for writes while a server has it open: SQLite lets one of both write at a time. It takes no lock. */
export async function openLocalWithServer(config: DatabaseConfig, file: string): Promise<Database> {
  const { writer, reader } = await connect(file, config.encryptionKey);
  return assemble(writer, reader, { release: async () => {}, assertSame: () => {} });
}

/** While a server has it open. It takes no lock. */
export async function openLocalBeside(
  { encryptionKey }: DatabaseConfig,
  path: string,
): Promise<Pick<Database, 'read' | 'close'>> {
  try {
    const reader = await Connection.open({ path, encryptionKey, timeout: 2000 }, 'read');
    return { read: queriesBy(reader), close: async () => reader.close() };
  } catch (error) {
    throw explain(error, path, encryptionKey !== undefined);
  }
}

function queriesBy(reader: Connection): Database['read'] {
  return queriesOver(
    (statement) => reader.use((client) => client.execute(statement)),
    (statements) => reader.use((client) => client.batch(statements)),
  );
}

async function connect(path: string, encryptionKey: string | undefined) {
  const writer = await Connection.open({ path, encryptionKey, timeout: 100 }, 'write');
  try {
    return { writer, reader: await Connection.open({ path, encryptionKey, timeout: 2000 }, 'read') };
  } catch (error) {
    writer.close();
    throw error;
  }
}

type File = { release: () => Promise<void>; assertSame: () => void };

function assemble(writer: Connection, reader: Connection, { release, assertSame }: File): Database {
  const gate = new Gate();
  const writes = new GroupCommit((work) => writer.use((client) => transactOn(client)(work)));
  const read = queriesBy(reader);

  return {
    read,
    fresh: read,
    write: (work, about) => gate.pass(() => writes.write(work, about)),
    store: (changes, about) =>
      readAll(changes, (statements) => gate.pass(() => writes.store(statements, about))),
    restructure: (work) => {
      const deadline = writeDeadline();
      // foreign keys stay off on the connection until it is opened again
      const rebuildOnce = () =>
        writer.use((client) => rebuild(transactOn(client), work)).finally(() => writer.reopenBeforeUse());
      return gate.pass(() => writes.apart(() => retryWhileBusy(rebuildOnce, deadline)));
    },
    ping: async () => {
      assertSame();
      await read.all(sql`select count(*) from sqlite_schema`);
    },
    // each attempt queues again: another process that blocks the checkpoint must not block the writes
    checkpoint: () => retryWhileBusy(() => writes.apart(() => writer.use(emptyLog))),
    close: async () => {
      await gate.close();
      // optional: the next start reads a log that is not empty
      await writer.use(emptyLog).catch(() => {});
      reader.close();
      writer.close();
      await release();
    },
  };
}

/** More than a group of writes changes: a disk with space for this has space for them. */
const probeBytes = 256 * 1024;

/**
 * Its `ping` also rejects while nothing can be stored. After the disk has refused a write, each `ping` tries to store
 * something until that succeeds: without a change, a write succeeds on a full disk too.
 */
function noticingFullDisk(database: Database): Database {
  let refused = false;
  let probing: Promise<void> | null = null;
  const notice = (error: unknown): never => {
    if (/^SQLITE_(FULL|IOERR)/.test(codeOf(error) ?? '')) refused = true;
    throw error;
  };
  const probe = async () => {
    await storeSomething(database).finally(() => {
      probing = null;
    });
    refused = false;
  };
  return {
    ...database,
    write: (work, about) => database.write(work, about).catch(notice),
    store: (changes, about) => database.store(changes, about).catch(notice),
    restructure: (work) => database.restructure(work).catch(notice),
    ping: async () => {
      await database.ping();
      if (!refused) return;
      probing ??= probe();
      await probing;
    },
  };
}

/** `secure_delete` overwrites the dropped pages, so all of them are written to the disk. They stay free in the file. */
async function storeSomething(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await tx.run(sql`create table __probe as select zeroblob(${probeBytes})`);
    await tx.run(sql`drop table __probe`);
  });
}
