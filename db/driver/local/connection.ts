import type { Client } from '@libsql/client';
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3';
import { DatabaseUnavailable, leavesConnectionUnsound, QueryFailed, redacting } from '../errors';

type Pragma = { name: string; set: string; expect: string | number };

const PRAGMAS: Pragma[] = [
  { name: 'journal_mode', set: 'WAL', expect: 'wal' },
  { name: 'synchronous', set: 'FULL', expect: 2 },
  { name: 'foreign_keys', set: 'ON', expect: 1 },
  { name: 'secure_delete', set: 'ON', expect: 1 },
  { name: 'trusted_schema', set: 'OFF', expect: 0 },
];
const QUERY_ONLY: Pragma = { name: 'query_only', set: 'ON', expect: 1 };

/**
 * One connection to a local file with its PRAGMAs set and checked. The pool of the driver sets none, so each connection
 * is a separate client. After a failed statement the driver may leave the connection inside an unfinished one; later
 * writes then resolve without being stored (libsql-client-ts #352). So such a connection is opened again before its
 * next use.
 */
export class Connection {
  readonly #client: Client;
  readonly #pragmas: Pragma[];
  #sound = true;
  #reopening: Promise<void> | null = null;
  #closed = false;

  private constructor(client: Client, pragmas: Pragma[]) {
    this.#client = client;
    this.#pragmas = pragmas;
  }

  static async open(config: FileConfig, access: 'read' | 'write'): Promise<Connection> {
    const client = openFile(config);
    const connection = new Connection(client, access === 'read' ? [...PRAGMAS, QUERY_ONLY] : PRAGMAS);
    try {
      await connection.#setPragmas();
      return connection;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('The database has been closed.');
    try {
      // once for all calls that wait for it
      if (!this.#sound) {
        this.#reopening ??= this.#reopen();
        await this.#reopening;
      }
      return await work(this.#client);
    } catch (error) {
      if (leavesConnectionUnsound(error)) this.reopenBeforeUse();
      throw error;
    }
  }

  reopenBeforeUse(): void {
    this.#sound = false;
  }

  close(): void {
    this.#closed = true;
    this.#client.close();
  }

  async #reopen(): Promise<void> {
    try {
      this.#client.reconnect();
      await this.#setPragmas();
      this.#sound = true;
    } finally {
      this.#reopening = null;
    }
  }

  async #setPragmas(): Promise<void> {
    for (const { name, set, expect } of this.#pragmas) {
      await this.#client.execute(`PRAGMA ${name}=${set}`);
      const { rows } = await this.#client.execute(`PRAGMA ${name}`);
      if (rows[0]?.[0] !== expect)
        throw new DatabaseUnavailable(`The database does not accept ${name}=${set}.`);
    }
  }
}

export async function emptyLog(client: Client): Promise<void> {
  const { rows } = await redacting(client.execute('PRAGMA wal_checkpoint(TRUNCATE)'), 'a checkpoint');
  if (rows[0]?.busy !== 0) throw new QueryFailed('SQLITE_BUSY', 'a checkpoint');
}

type Driver = ReturnType<ConnectionPool['acquireSync']>;
type Statement = ReturnType<Driver['prepare']>;

/** Compiled statements per connection, of some kilobytes each: more than the product uses often. */
const MAX_STATEMENTS = 64;

export type FileConfig = {
  path: string;
  encryptionKey?: string;
  /** How long a statement waits for the lock of another process, in ms. This process is blocked meanwhile. */
  timeout: number;
};

/** Compiles each statement once (decision 012). The driver compiles it for every call. */
export function openFile({ path, encryptionKey, timeout }: FileConfig): Sqlite3Client {
  // the driver accepts the key, but its types do not have it
  const options = { timeout, encryptionKey };
  return new Sqlite3Client(new CompilingPool(path, options, 1), 'number');
}

class CompilingPool extends ConnectionPool {
  override acquireSync(forTransaction?: boolean): Driver {
    const driver = super.acquireSync(forTransaction);
    if (!Object.hasOwn(driver, 'prepare')) driver.prepare = cachingPrepare(driver);
    return driver;
  }
}

/** `prepare` with a cache of statements that read or write rows; the oldest leaves a full cache. */
function cachingPrepare(driver: Driver): Driver['prepare'] {
  const prepare = driver.prepare.bind(driver);
  const kept = new Map<string, Compiled>();
  const compile = (text: string) => {
    const compiled = new Compiled(
      () => prepare(text),
      () => kept.delete(text),
    );
    const [oldest] = kept.size < MAX_STATEMENTS ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(text, compiled);
    return compiled;
  };
  // `Compiled` has all methods of a statement that the client calls
  return ((text: string) =>
    kept.get(text) ?? (isKept(text) ? compile(text) : prepare(text))) as Driver['prepare'];
}

/** Not `select *`: a compiled statement remembers its columns, and a migration may change them. */
const isKept = (text: string) =>
  /^\s*(select|insert|update|delete|begin|commit)\b/i.test(text) &&
  !/(\b(select|distinct)|,|\.)\s*\*/i.test(text.replace(/'[^']*'/g, ''));

/** The part of a statement that the client uses. Its settings are made once. */
class Compiled {
  readonly #compile: () => Statement;
  readonly #uncache: () => void;
  readonly #statement: Statement;
  readonly #columns: ReturnType<Statement['columns']> | null;
  #count: number | undefined;

  constructor(compile: () => Statement, uncache: () => void) {
    this.#compile = () => {
      const statement = compile().safeIntegers(true);
      return statement.reader ? statement.raw(true) : statement;
    };
    this.#uncache = uncache;
    this.#statement = this.#compile();
    this.#columns = this.#statement.reader ? this.#statement.columns() : null;
  }

  safeIntegers(): this {
    return this;
  }

  raw(): this {
    if (this.#columns === null) throw new TypeError('The statement returns no rows.');
    return this;
  }

  columns() {
    return this.#columns ?? [];
  }

  /** @param values an array by position; an object if they have names or there are none */
  all(values: object) {
    return this.#execute(values, (statement) => statement.all(values));
  }

  run(values: object) {
    return this.#execute(values, (statement) => statement.run(values));
  }

  #execute<T>(values: object, execute: (statement: Statement) => T): T {
    const count = Array.isArray(values) ? values.length : Number.NaN;
    this.#count ??= count;
    // a missing value would be that of the previous call, from another visitor
    if (this.#count !== count) return execute(this.#compile());
    try {
      return execute(this.#statement);
    } catch (error) {
      this.#uncache();
      throw error;
    }
  }
}
