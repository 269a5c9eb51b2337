import { sql } from 'drizzle-orm';
import type { Database, Write } from './database';
import { codeOf } from './errors';

/** More than what writes that wait together change: a disk that has room for this has room for them. */
const probeBytes = 256 * 1024;

/**
 * The same database, whose `ping` rejects too while nothing can be stored. That is known by a write that the disk
 * refused; from then on each `ping` tries to store something, until that succeeds. A write that finds nothing to
 * change succeeds on a full disk as well, so it says nothing.
 */
export function noticingFullDisk(database: Database): Database {
  let refused = false;
  let probing: Promise<void> | null = null;
  const noticing =
    (write: Write): Write =>
    (work) =>
      write(work).catch((error: unknown) => {
        if (/^SQLITE_(FULL|IOERR)/.test(codeOf(error) ?? '')) refused = true;
        throw error;
      });
  const probe = async () => {
    await storeSomething(database).finally(() => {
      probing = null;
    });
    refused = false;
  };
  return {
    ...database,
    write: noticing(database.write),
    restructure: noticing(database.restructure),
    ping: async () => {
      await database.ping();
      if (!refused) return;
      probing ??= probe();
      await probing;
    },
  };
}

/** Leaves free pages in the file. What is deleted is overwritten, so that all of it goes to the disk. */
async function storeSomething(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await tx.run(sql`create table __probe as select zeroblob(${probeBytes})`);
    await tx.run(sql`drop table __probe`);
  });
}
