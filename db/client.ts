import type { Batches, Bound, Queries } from './driver/queries';
import type { Transaction } from './driver/transaction';

export type { Transaction } from './driver/transaction';

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
export type Reader = Queries;

export type Database = {
  /** For queries only; on local files SQLite refuses a write. */
  read: Queries & Batches;
  /**
   * Runs `work` in one write transaction, in the order of the calls. While another process holds the write lock, the
   * whole `work` is repeated for up to 10 s, so it must do nothing but use `tx`. An error thrown by `work` rolls back
   * and is thrown to the caller.
   *
   * Writes `about` different things, such as the ids of two applications, may run side by side in one transaction: none
   * may read what another one changes. Without it a write runs by itself.
   */
  write: <T>(work: (tx: Transaction) => Promise<T>, about?: string) => Promise<T>;
  /**
   * Runs statements that are known beforehand, in one transaction with others: on a server in one request. If its
   * response is lost they may run again, so they must be such that this changes nothing.
   *
   * @param about as in `write`
   */
  store: <R extends unknown[]>(changes: { [K in keyof R]: Bound<R[K]> }, about: string) => Promise<R>;
  /**
   * For migrations. Like `write`, but foreign keys are off while `work` runs and are checked before the commit. With
   * them on, dropping a table to rebuild it would delete the rows that refer to it.
   */
  restructure: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /**
   * Present if several instances may share the database. Runs single statements on the server itself, never on a local
   * replica. They share transactions with one another and with writes, so none may depend on another.
   */
  shared?: Queries;
  /** The server's clock, in milliseconds since 1970. Present if several instances may share the database. */
  clock?(): Promise<number>;
  /** Resolves if the database responds; rejects within 3 s if it does not, if its disk is full, or if its file was moved. */
  ping(): Promise<void>;
  /** Empties the write-ahead log of a local file, so that it contains no deleted data. No effect elsewhere. */
  checkpoint(): Promise<void>;
  /** Waits for all requested writes, then closes the database and releases the file. */
  close(): Promise<void>;
};
