import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import type { Schema, Transaction } from './session';

export type DatabaseConfig = {
  /** `file:`, `http(s)://` or `libsql://`. */
  url: string;
  authToken?: string;
  /** Set: `url` is the file of an embedded replica of this primary. */
  syncUrl?: string;
  /** Encrypts the local file (or the replica's file) at rest. */
  encryptionKey?: string;
};

/** Runs queries, inside a transaction or outside. */
export type Reader = Database['read'] | Transaction;

export type Write = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

export type Database = {
  /** Queries only; on local files a write through it is refused by SQLite. */
  read: LibSQLDatabase<Schema>;
  /**
   * Runs `work` in one write transaction, first come, first served. While another process holds the write
   * lock the whole `work` is run again, for up to 10 s: it may therefore do nothing but use `tx`. An error
   * thrown by `work` rolls back and is passed on.
   */
  write: Write;
  /**
   * Like `write`, but foreign keys are off while `work` runs and checked as a whole before the commit: with
   * them on, dropping a table for its rebuild would cascade into the rows that refer to it. For migrations.
   */
  restructure: Write;
  /**
   * Set when other instances may use the same database: single statements on the server that all of them ask, past
   * any copy of this one, each in one exchange and a transaction of its own. A statement whose answer was lost may be
   * carried out twice: for counts, not for facts.
   */
  shared?: LibSQLDatabase<Schema>;
  /** Resolves when the database answered a query; rejects within 3 s when it does not, or when its disk is full. */
  ping(): Promise<void>;
  /** Empties the write-ahead log of a local file, so that nothing deleted remains there; else nothing. */
  checkpoint(): Promise<void>;
  /** Lets the writes end that have been asked for, then closes and gives the file free for others. */
  close(): Promise<void>;
};
