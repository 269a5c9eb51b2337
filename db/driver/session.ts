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
import { DatabaseSilent, DatabaseUnavailable, redact, redacting } from './errors';

export type Schema = typeof schema;
type Relations = ExtractTablesWithRelations<Schema>;
export type Transaction = LibSQLTransaction<Schema, Relations>;

type Source = {
  /** Connections for single queries. */
  queries: Borrow;
  /** Connections for transactions, held until the end of each. */
  transactions: Borrow;
  mode: 'read' | 'write';
  /** SQL that runs first in each transaction. */
  prelude?: string;
};

const dialect = new SQLiteAsyncDialect();
const { tables, tableNamesMap } = extractTablesRelationalConfig<Relations>(
  schema,
  createTableRelationsHelpers,
);
const relational = { fullSchema: schema, schema: tables, tableNamesMap };

/** Drizzle over borrowed connections. Its errors contain no SQL and no parameters. */
export function drizzleOver(source: Source): LibSQLDatabase<Schema> {
  return new LibSQLDatabase('async', dialect, new RedactingSession(source), relational);
}

/** Drizzle inside a transaction that the caller begins and ends; for single queries only. */
export function transactionOn(tx: DriverTransaction): Transaction {
  const borrow: Borrow = () => Promise.reject(new TypeError('Queries must use the transaction itself.'));
  const session = new RedactingSession({ queries: borrow, transactions: borrow, mode: 'write' }, tx);
  return new LibSQLTransaction('async', dialect, session, relational);
}

/**
 * A query whose SQL is built once, with `sql.placeholder` for each value: Drizzle takes longer to build the SQL of an
 * upsert than SQLite to run it. The returned function runs it in `tx` and returns its rows.
 */
export function statement<R>(make: (tx: Transaction) => { prepare(): { execute(): Promise<R> } }) {
  let made: RedactingQuery<QueryConfig> | undefined;
  return async (tx: Transaction, values: Record<string, unknown>): Promise<R> => {
    const session: unknown = Reflect.get(tx, 'session');
    const prepared = made ?? make(tx).prepare();
    if (!(prepared instanceof RedactingQuery && session instanceof RedactingSession))
      throw new TypeError('A statement belongs to a transaction of this driver.');
    made = prepared;
    // `R` is the type of the rows of `make`
    return (await prepared.allIn(session, values)) as R;
  };
}

class RedactingSession extends LibSQLSession<Schema, Relations> {
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
    return new RedactingQuery<T>(
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

  get transactionOfDriver(): DriverTransaction | undefined {
    return this.#tx;
  }

  override batch<T extends BatchItem<'sqlite'>[] | readonly BatchItem<'sqlite'>[]>(queries: T) {
    return redacting(super.batch(queries), 'a batch');
  }

  override transaction<T>(work: (tx: Transaction) => T | Promise<T>): Promise<T> {
    return this.#source.transactions(async (client) => {
      const { mode, prelude } = this.#source;
      const tx = await redacting(client.transaction(mode), 'a new transaction');
      try {
        if (prelude !== undefined) await redacting(tx.executeMultiple(prelude), 'a new transaction');
        const session = new RedactingSession(this.#source, tx);
        const result = await work(new LibSQLTransaction('async', dialect, session, relational));
        await redacting(tx.commit(), 'a commit').catch(rejectUnconfirmed);
        return result;
      } catch (error) {
        // the first error matters more than a failed rollback
        await tx.rollback().catch(() => tx.close());
        throw error;
      }
    });
  }
}

class RedactingQuery<T extends QueryConfig> extends LibSQLPreparedQuery<T> {
  readonly #operation: string;

  constructor(...args: ConstructorParameters<typeof LibSQLPreparedQuery<T>>) {
    super(...args);
    const metadata = args[4];
    this.#operation = metadata ? `${metadata.type} on ${metadata.tables.join(', ')}` : 'a statement';
  }

  /** Runs the prepared query directly on the driver's transaction, without Drizzle's async layers. */
  async allIn(
    { transactionOfDriver: tx }: RedactingSession,
    values: Record<string, unknown>,
  ): Promise<unknown> {
    if (!tx) throw new TypeError('A statement must run in a transaction.');
    const { sql, params } = this.query;
    try {
      const args = fillPlaceholders(params, values) as InValue[];
      return this.mapAllResult((await tx.execute({ sql, args })).rows);
    } catch (error) {
      throw redact(error, this.#operation);
    }
  }

  override run(values?: Record<string, unknown>) {
    return redacting(super.run(values), this.#operation);
  }

  override all(values?: Record<string, unknown>) {
    return redacting(super.all(values), this.#operation);
  }

  override get(values?: Record<string, unknown>) {
    return redacting(super.get(values), this.#operation);
  }

  override values(values?: Record<string, unknown>) {
    return redacting(super.values(values), this.#operation);
  }
}

// a statement without a response was not committed and may be repeated; a commit may have arrived
function rejectUnconfirmed(error: unknown): never {
  if (!(error instanceof DatabaseSilent)) throw error;
  throw new DatabaseUnavailable('The database did not confirm a write in time; it may or may not be stored.');
}

type QueryConfig = Omit<PreparedQueryConfig, 'statement' | 'run'>;
type ResultMapper = (rows: unknown[][], mapColumnValue?: (value: unknown) => unknown) => unknown;
type QueryMetadata = { type: 'select' | 'update' | 'delete' | 'insert'; tables: string[] };
