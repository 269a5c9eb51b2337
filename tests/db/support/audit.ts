/** A chained audit log in a real database, and somebody else who writes to its file. */
import { createClient } from '@libsql/client/sqlite3';
import { beginAuditChain, checkAuditLog } from '#db/audit/chain';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { deleteExpired } from '#db/retention';
import { ensurePersonKey, readAuditKey } from '#db/sealed-keys';
import { record } from '#server/deed';
import { openMigrated } from './migrated';

export const dataKey = Buffer.alloc(32, 3).toString('base64');
const antje = { id: 'antje', username: 'antje.brandt' };

/** Opens a migrated database whose chain has begun. */
export async function openAudited(url: string) {
  const cipher = createFieldCipher(dataKey);
  const db = await openMigrated(url);
  await ensurePersonKey(db, cipher);
  await beginAuditChain(db, cipher);
  return {
    db,
    cipher,
    /** What a start does; returns how many rows it sealed. */
    begin: () => beginAuditChain(db, cipher),
    /** Adds one row for each subject, at instant `at` (ms). */
    record: (subjects: readonly string[], at = 1_000) =>
      db.write((tx) => record(tx, cipher, { by: antje, action: 'case_changed', subjects, at })),
    /** Deletes some of the oldest rows, as the clock does. */
    expire: (due: { before: number; most: number }) => deleteExpired(db, cipher, 'audit_log', due),
    check: async (reader: Pick<Database, 'read'> = db) =>
      checkAuditLog(reader, await readAuditKey(db.read, cipher)),
  };
}

/** Runs statements over another connection to the file. */
export async function tamper(file: string, ...statements: string[]): Promise<void> {
  const client = createClient({ url: `file:${file}`, timeout: 5_000 });
  for (const statement of statements) await client.execute(statement);
  client.close();
}
