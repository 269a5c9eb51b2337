import { sql } from 'drizzle-orm';
import type { Database } from '../../client';
import { codeOf } from '../errors';

/** More than a group of writes changes: a disk with space for this has space for them. */
const probeBytes = 256 * 1024;

/**
 * Its `ping` also rejects while nothing can be stored. After the disk has refused a write, each `ping` tries to store
 * something until that succeeds: without a change, a write succeeds on a full disk too.
 */
export function noticingFullDisk(database: Database): Database {
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
