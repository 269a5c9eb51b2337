import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import type { Schema, Transaction } from './session';

export type DatabaseConfig = {
  /** `file:`, `http(s)://` or `libsql://`. */
  url: string;
  authToken?: string;
  /** If set, `url` is the file of an embedded replica of this primary. */
  syncUrl?: string;
  /** Encrypts the local file, or the file of the replica. */
  encryptionKey?: string;
};

/** Runs queries, inside a transaction or outside. */
export type Reader = Database['read'] | Transaction;

export type Write = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

export type Database = {
  /** For queries only; on local files SQLite refuses a write. */
  read: LibSQLDatabase<Schema>;
  /**
   * Runs `work` in one write transaction, in the order of the calls. While another process holds the write lock, the
   * whole `work` is repeated for up to 10 s, so it must do nothing but use `tx`. An error thrown by `work` rolls back
   * and is thrown to the caller.
   */
  write: Write;
  /**
   * For migrations. Like `write`, but foreign keys are off while `work` runs and are checked before the commit. With
   * them on, dropping a table to rebuild it would delete the rows that refer to it.
   */
  restructure: Write;
  /**
   * Present if several instances may share the database. Runs single statements on the server itself, never on a local
   * replica, each in its own transaction. A statement whose response is lost may run twice, so use it only for counts.
   */
  shared?: LibSQLDatabase<Schema>;
  /** Resolves if the database responds to a query; rejects within 3 s if it does not, or if its disk is full. */
  ping(): Promise<void>;
  /** Empties the write-ahead log of a local file, so that it contains no deleted data. No effect elsewhere. */
  checkpoint(): Promise<void>;
  /** Waits for all requested writes, then closes the database and releases the file. */
  close(): Promise<void>;
};
