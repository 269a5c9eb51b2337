import type { Batches, Bound, Queries } from './driver/queries';
import type { Transaction } from './driver/transaction';

export type { Transaction } from './driver/transaction';

export type DatabaseConfig = {
  /** `file:`, `http(s)://` or `libsql://`. */
  url: string;
  authToken?: string;
  /** If set, `url` is the file of an embedded replica of this primary. */
  syncUrl?: string;
  encryptionKey?: string;
};

export type Reader = Queries;

export type Database = {
  /** For queries only; on local files SQLite refuses a write. */
  read: Queries & Batches;
  /**
   * Runs `work` in one write transaction, in the order of the calls; again for up to 8 s while another process holds
   * the lock, so it must do nothing but use `tx`. An error of `work` rolls back and is thrown to the caller.
   * Writes `about` different things, such as the ids of two applications, may run side by side in one transaction:
   * none may read what another one changes. Without it a write runs by itself.
   */
  write: <T>(work: (tx: Transaction) => Promise<T>, about?: string) => Promise<T>;
  /**
   * Statements that are known beforehand, in one transaction with others: on a server in one request. If its response
   * is lost they run again, which must change nothing. `about` as in `write`.
   */
  store: <R extends unknown[]>(changes: { [K in keyof R]: Bound<R[K]> }, about: string) => Promise<R>;
  /** For migrations: foreign keys are checked only before the commit, or rebuilding a table would delete rows. */
  restructure: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** For queries that must find what was stored just now: a replica may be behind, its primary is asked. */
  fresh: Queries;
  /** Present if instances may share the database: single statements on the server, none of which needs another. */
  shared?: Queries;
  /** Of the server, in ms since 1970. Present if several instances may share the database. */
  clock?(): Promise<number>;
  /** Resolves if the database responds; rejects within 3 s if it does not, if its disk is full, or if its file was moved. */
  ping(): Promise<void>;
  /** Empties the write-ahead log of a local file, so that it contains no deleted data. No effect elsewhere. */
  checkpoint(): Promise<void>;
  /** Waits for all requested writes, then closes the database and releases the file. */
  close(): Promise<void>;
};
