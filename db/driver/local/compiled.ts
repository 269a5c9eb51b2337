/** A client on a local file that compiles each statement once (decision 012). The driver compiles it for every call. */
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3';

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
