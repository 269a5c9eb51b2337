import type { Client, Transaction as DriverTransaction, InValue } from '@libsql/client';
import type { ExtractTablesWithRelations, Query } from 'drizzle-orm';
import {
  createTableRelationsHelpers,
  extractTablesRelationalConfig,
  fillPlaceholders,
  NoopLogger,
} from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { NoopCache } from 'drizzle-orm/cache/core';
import { LibSQLDatabase } from 'drizzle-orm/libsql';
import { LibSQLPreparedQuery, LibSQLSession, LibSQLTransaction } from 'drizzle-orm/libsql/session';
import type {
  PreparedQueryConfig,
  SelectedFieldsOrdered,
  SQLiteExecuteMethod,
} from 'drizzle-orm/sqlite-core';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import * as schema from '../schema';
import { type Borrow, borrowing } from './borrow';
import { DatabaseSilent, DatabaseUnavailable, quieten } from './errors';

export type Schema = typeof schema;
type Relations = ExtractTablesWithRelations<Schema>;
export type Transaction = LibSQLTransaction<Schema, Relations>;

type Source = {
  /** Connections for single queries. */
  queries: Borrow;
  /** Connections for transactions, each held until its end. */
  transactions: Borrow;
  mode: 'read' | 'write';
  /** Runs first in each transaction, e.g. to begin it anew in another way. */
  prelude?: string;
};

const dialect = new SQLiteAsyncDialect();
const { tables, tableNamesMap } = extractTablesRelationalConfig<Relations>(
  schema,
  createTableRelationsHelpers,
);
const relational = { fullSchema: schema, schema: tables, tableNamesMap };

/** Drizzle over borrowed connections. Every error it throws is free of SQL and parameters. */
export function drizzleOver(source: Source): LibSQLDatabase<Schema> {
  return new LibSQLDatabase('async', dialect, new QuietSession(source), relational);
}

/** Drizzle inside a transaction that the caller begins and ends; single queries only, and savepoints. */
export function transactionOn(tx: DriverTransaction): Transaction {
  const borrow: Borrow = () => Promise.reject(new TypeError('A transaction is asked by itself.'));
  const session = new QuietSession({ queries: borrow, transactions: borrow, mode: 'write' }, tx);
  return new LibSQLTransaction('async', dialect, session, relational);
}

/**
 * A query whose SQL is made once, with `sql.placeholder` for each value: Drizzle takes longer to make the SQL of an
 * upsert than SQLite to run it. Answers what the query answers, asked in `tx`.
 */
export function statement<R>(make: (tx: Transaction) => { prepare(): { execute(): Promise<R> } }) {
  let made: QuietQuery<QueryConfig> | undefined;
  return async (tx: Transaction, values: Record<string, unknown>): Promise<R> => {
    const session: unknown = Reflect.get(tx, 'session');
    const prepared = made ?? make(tx).prepare();
    if (!(prepared instanceof QuietQuery && session instanceof QuietSession))
      throw new TypeError('A statement belongs to a transaction of this driver.');
    made = prepared;
    // the rows of a query are what `R` says of it
    return (await prepared.allIn(session, values)) as R;
  };
}

class QuietSession extends LibSQLSession<Schema, Relations> {
  readonly #source: Source;
  readonly #client: Client;
  readonly #tx: DriverTransaction | undefined;

  constructor(source: Source, tx?: DriverTransaction) {
    const client = borrowing(source.queries);
    super(client, dialect, relational, {}, tx);
    this.#source = source;
    this.#client = client;
    this.#tx = tx;
  }

  override prepareQuery<T extends QueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    executeMethod: SQLiteExecuteMethod,
    isResponseInArrayMode: boolean,
    customResultMapper?: ResultMapper,
    metadata?: QueryMetadata,
  ): LibSQLPreparedQuery<T> {
    return new QuietQuery<T>(
      this.#client,
      query,
      new NoopLogger(),
      new NoopCache(),
      metadata,
      undefined,
      fields,
      this.#tx,
      executeMethod,
      isResponseInArrayMode,
      customResultMapper,
    );
  }

  /** The transaction that queries of this session are part of. */
  get transactionOfDriver(): DriverTransaction | undefined {
    return this.#tx;
  }

  override batch<T extends BatchItem<'sqlite'>[] | readonly BatchItem<'sqlite'>[]>(queries: T) {
    return quietly(super.batch(queries), 'a batch');
  }

  override transaction<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    return this.#source.transactions(async (client) => {
      const { mode, prelude } = this.#source;
      const tx = await quietly(client.transaction(mode), 'a new transaction');
      try {
        if (prelude !== undefined) await quietly(tx.executeMultiple(prelude), 'a new transaction');
        const session = new QuietSession(this.#source, tx);
        const result = await work(new LibSQLTransaction('async', dialect, session, relational));
        await quietly(tx.commit(), 'a commit').catch(rejectUnconfirmed);
        return result;
      } catch (error) {
        // What made the transaction fail matters more than a roll-back that cannot be told any more.
        await tx.rollback().catch(() => tx.close());
        throw error;
      }
    });
  }
}

class QuietQuery<T extends QueryConfig> extends LibSQLPreparedQuery<T> {
  readonly #operation: string;

  constructor(...args: ConstructorParameters<typeof LibSQLPreparedQuery<T>>) {
    super(...args);
    const metadata = args[4];
    this.#operation = metadata ? `${metadata.type} on ${metadata.tables.join(', ')}` : 'a statement';
  }

  /** What the query answers in the session's transaction, past the turns that Drizzle takes around it. */
  async allIn({ transactionOfDriver: tx }: QuietSession, values: Record<string, unknown>): Promise<unknown> {
    if (!tx) throw new TypeError('A statement is asked in a transaction.');
    const { sql, params } = this.query;
    try {
      const args = fillPlaceholders(params, values) as InValue[];
      return this.mapAllResult((await tx.execute({ sql, args })).rows);
    } catch (error) {
      throw quieten(error, this.#operation);
    }
  }

  override run(values?: Record<string, unknown>) {
    return quietly(super.run(values), this.#operation);
  }

  override all(values?: Record<string, unknown>) {
    return quietly(super.all(values), this.#operation);
  }

  override get(values?: Record<string, unknown>) {
    return quietly(super.get(values), this.#operation);
  }

  override values(values?: Record<string, unknown>) {
    return quietly(super.values(values), this.#operation);
  }
}

async function quietly<T>(result: Promise<T>, operation: string): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw quieten(error, operation);
  }
}

// A statement without an answer was never committed and may be tried again; a commit may have arrived.
function rejectUnconfirmed(error: unknown): never {
  if (!(error instanceof DatabaseSilent)) throw error;
  throw new DatabaseUnavailable('The database did not confirm a write in time; it may or may not be stored.');
}

type QueryConfig = Omit<PreparedQueryConfig, 'statement' | 'run'>;
type ResultMapper = (rows: unknown[][], mapColumnValue?: (value: unknown) => unknown) => unknown;
type QueryMetadata = { type: 'select' | 'update' | 'delete' | 'insert'; tables: string[] };
