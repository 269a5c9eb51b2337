import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { DatabaseSilent, DatabaseUnavailable, redacting } from './errors';
import { type Execute, type Queries, queriesOver } from './queries';

/** Inside a write transaction, which ends when the work with it has ended. */
export type Transaction = Queries;

/** Begins a transaction with the script `first`, runs `work`, and commits it; an error of `work` rolls it back. */
export type Transact = <T>(work: (execute: Execute) => Promise<T>, first?: string) => Promise<T>;

export const transactOn =
  (client: Client): Transact =>
  async (work, first) => {
    const transaction = await redacting(client.transaction('write'), 'a new transaction');
    try {
      if (first) await redacting(transaction.executeMultiple(first), 'a new transaction');
      const result = await work((statement) => transaction.execute(statement));
      await redacting(transaction.commit(), 'a commit').catch(rejectUnconfirmed);
      return result;
    } catch (error) {
      // the first error matters more than a failed rollback
      await transaction.rollback().catch(() => transaction.close());
      throw error;
    }
  };

/** With foreign keys off, which are checked before the commit. */
export function rebuild<T>(transact: Transact, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(async (execute) => {
    const tx = queriesOver(execute);
    const result = await work(tx);
    const orphans = await tx.all(sql`PRAGMA foreign_key_check`);
    if (orphans.length === 0) return result;
    throw new DatabaseUnavailable(`The change would leave ${orphans.length} rows that refer to nothing.`);
  }, withoutForeignKeys);
}

// SQLite ignores this PRAGMA inside a transaction, so the driver's transaction is ended and begun again
const withoutForeignKeys = 'COMMIT; PRAGMA foreign_keys=OFF; BEGIN IMMEDIATE';

/** A statement without a response may be repeated. A commit may have arrived, so only a start repeats that. */
export function rejectUnconfirmed(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  const Failure = error instanceof DatabaseSilent ? DatabaseSilent : DatabaseUnavailable;
  throw new Failure('The database did not confirm a write in time; it may or may not be stored.');
}
