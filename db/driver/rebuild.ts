import { sql } from 'drizzle-orm';
import type { Borrow } from './borrow';
import { DatabaseUnavailable } from './errors';
import { drizzleOver, type Transaction } from './session';

// SQLite ignores this PRAGMA inside a transaction, so the driver's transaction is ended and begun again
const WITHOUT_FOREIGN_KEYS = 'COMMIT; PRAGMA foreign_keys=OFF; BEGIN IMMEDIATE';

/** Runs a write transaction with foreign keys off, and checks them before the commit. */
export function rebuild<T>(connection: Borrow, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const database = drizzleOver({
    queries: connection,
    transactions: connection,
    mode: 'write',
    prelude: WITHOUT_FOREIGN_KEYS,
  });
  return database.transaction(async (tx) => {
    const result = await work(tx);
    const orphans = await tx.all(sql`PRAGMA foreign_key_check`);
    if (orphans.length > 0) {
      throw new DatabaseUnavailable(`The change would leave ${orphans.length} rows that refer to nothing.`);
    }
    return result;
  });
}
