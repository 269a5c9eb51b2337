/** Drizzle over the driver. Its errors contain no SQL and no parameters. */
import type { ResultSet as DriverResultSet, InValue } from '@libsql/client';
import { fillPlaceholders, NoopLogger, type Query } from 'drizzle-orm';
import { NoopCache } from 'drizzle-orm/cache/core';
import {
  type BaseSQLiteDatabase,
  type SelectedFieldsOrdered,
  SQLiteAsyncDialect,
  type SQLiteExecuteMethod,
} from 'drizzle-orm/sqlite-core';
import { type RemoteCallback, SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import {
  type PreparedQueryConfig,
  RemotePreparedQuery,
  SQLiteRemoteSession,
} from 'drizzle-orm/sqlite-proxy/session';
import { redact, redacting } from './errors';

export type ResultSet = Pick<DriverResultSet, 'rows' | 'rowsAffected'>;

export type Statement = {
  sql: string;
  args: InValue[];
  /** Present if the statement inserts a row and may be merged with others (`merge.ts`). */
  row?: Row & { /** First column of the row that it returns. */ key: string };
};
/** Where the values of a row stand in the text, and how many arguments they have. */
type Row = { span: [from: number, to: number]; width: number };
export type Execute = (statement: Statement) => Promise<ResultSet>;

/** Drizzle without transactions: the database begins and ends them. */
export type Queries = Omit<BaseSQLiteDatabase<'async', ResultSet>, 'transaction'> & { [driver]: Execute };
type ExecuteAll = (statements: Statement[]) => Promise<ResultSet[]>;
/** Runs several queries at once, which see the same rows. */
export type Batches = Pick<SqliteRemoteDatabase, 'batch'> & { [batch]?: ExecuteAll };

const dialect = new SQLiteAsyncDialect();
/** The key of the driver's function in `Queries`. A property, so that it is also found behind a proxy. */
const driver = Symbol('driver');
const batch = Symbol('batch');

/** @param executeAll runs the statements of a batch; without it, there is none */
export function queriesOver(execute: Execute, executeAll?: ExecuteAll): Queries & Batches {
  const run: RemoteCallback = async (sql, args, method) => {
    const result = await execute({ sql, args });
    // Drizzle returns the result of `run` as it is, and takes one row for `get`
    return method === 'get' ? { rows: result.rows[0] as never } : result;
  };
  const runAll =
    executeAll &&
    ((batch: { sql: string; params: InValue[] }[]) =>
      redacting(executeAll(batch.map(({ sql, params }) => ({ sql, args: params }))), 'a batch'));
  const session = new QuietSession(run, dialect, undefined, runAll);
  const queries = new SqliteRemoteDatabase('async', dialect, session, undefined);
  // the results of `run` are those of the driver, which Drizzle's type does not say
  return Object.assign(queries, { [driver]: execute, [batch]: executeAll }) as unknown as Queries & Batches;
}

/** The same queries; `seen` is called after each statement that has changed rows. */
export function noticing(queries: Queries, seen: () => void): Queries {
  return queriesOver(async (statement) => {
    const result = await queries[driver](statement);
    const hasChanged = result.rowsAffected > 0 || result.rows.length > 0;
    if (hasChanged && /^\s*(insert|update|delete|replace)\b/i.test(statement.sql)) seen();
    return result;
  });
}

export function executeOf(queries: Queries): Execute {
  return queries[driver];
}

type Values = Record<string, unknown>;

export type Bound<R> = { statement: Statement; read(result: Promise<ResultSet>): Promise<R> };

/**
 * A query whose SQL is built once: Drizzle takes longer to build the SQL of an upsert than SQLite to run it.
 * @param key name of a value: the statement inserts one row, all its values stand after `values`, and the first
 * column that it returns is this one. It may then be merged with others.
 */
export function statement<R>(make: (on: Queries) => { prepare(): { execute(): Promise<R> } }, key?: string) {
  let made: { query: QuietQuery; row?: Row } | undefined;
  const bind = (values: Values): Bound<R> => {
    made ??= prepared(make, key !== undefined);
    // `make` prepares with the session below, and `R` is the type of its rows
    const bound = made.query.bind(values) as Bound<R>;
    if (made.row && key !== undefined) bound.statement.row = { ...made.row, key: String(values[key]) };
    return bound;
  };
  const run = (on: Queries, values: Values): Promise<R> => {
    const { statement, read } = bind(values);
    return read(executeOf(on)(statement));
  };
  return Object.assign(run, { bind });
}

function prepared(make: (on: Queries) => { prepare(): unknown }, insertsRow: boolean) {
  const query = make(builder()).prepare() as QuietQuery;
  return insertsRow ? { query, row: rowIn(query.getQuery()) } : { query };
}

function rowIn({ sql, params }: Query): Row {
  const [found, before = '', row = ''] = /^(.*?\bvalues )(\([^()]*\))/is.exec(sql) ?? [];
  const width = row.split('?').length - 1;
  if (found === undefined || width !== params.length)
    throw new TypeError('The statement does not insert a row.');
  return { span: [before.length, found.length], width };
}

function builder(): Queries {
  return queriesOver(() => Promise.reject(new TypeError('A statement needs a database to run.')));
}

export function readTogether<R extends unknown[]>(on: Batches, bound: { [K in keyof R]: Bound<R[K]> }) {
  const send = on[batch];
  if (!send) throw new TypeError('Inside a transaction statements run one by one.');
  return readAll(bound, (statements) => redacting(send(statements), 'a batch'));
}

export async function readAll<R extends unknown[]>(
  changes: { [K in keyof R]: Bound<R[K]> },
  send: ExecuteAll,
): Promise<R> {
  const results = send(changes.map(({ statement }) => statement));
  const read = changes.map(({ read }, index) => read(results.then((all) => all[index] as ResultSet)));
  return (await Promise.all(read)) as R;
}

class QuietSession extends SQLiteRemoteSession<Record<string, never>, Record<string, never>> {
  readonly #run: RemoteCallback;

  constructor(
    ...args: ConstructorParameters<typeof SQLiteRemoteSession<Record<string, never>, Record<string, never>>>
  ) {
    super(...args);
    this.#run = args[0];
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    executeMethod: SQLiteExecuteMethod,
    isResponseInArrayMode: boolean,
    customResultMapper?: (rows: unknown[][]) => unknown,
    metadata?: Metadata,
  ): RemotePreparedQuery<T> {
    return new QuietQuery<T>(
      this.#run,
      query,
      new NoopLogger(),
      new NoopCache(),
      metadata,
      undefined,
      fields,
      executeMethod,
      isResponseInArrayMode,
      customResultMapper,
    );
  }
}

type Metadata = { type: 'select' | 'update' | 'delete' | 'insert'; tables: string[] };

class QuietQuery<T extends PreparedQueryConfig = PreparedQueryConfig> extends RemotePreparedQuery<T> {
  readonly #operation: string;

  constructor(...args: ConstructorParameters<typeof RemotePreparedQuery<T>>) {
    super(...args);
    const metadata = args[4];
    this.#operation = metadata ? `${metadata.type} on ${metadata.tables.join(', ')}` : 'a statement';
  }

  /** For running the prepared query without Drizzle's async layers. */
  bind(values: Values): Bound<unknown> {
    const { sql, params } = this.query;
    return {
      statement: { sql, args: fillPlaceholders(params, values) as InValue[] },
      read: async (result) => {
        try {
          return this.mapAllResult((await result).rows);
        } catch (error) {
          throw redact(error, this.#operation);
        }
      },
    };
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

  override values<Row extends unknown[]>(values?: Record<string, unknown>) {
    return redacting(super.values<Row>(values), this.#operation);
  }
}
