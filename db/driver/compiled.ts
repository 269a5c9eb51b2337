/** A client on a local file that compiles a statement once: the driver's own compiles it anew for every call. */
import { ConnectionPool, Sqlite3Client } from '@libsql/client/sqlite3';

type Driver = ReturnType<ConnectionPool['acquireSync']>;
type Statement = ReturnType<Driver['prepare']>;

/** Statements kept compiled by a connection: more than the product asks often, each takes some kilobytes. */
const MOST = 64;

export type FileConfig = {
  path: string;
  encryptionKey?: string;
  /** How long a statement waits for the lock of another process, in ms; this process stands still meanwhile. */
  timeout: number;
};

/** A client of one connection. */
export function openFile({ path, encryptionKey, timeout }: FileConfig): Sqlite3Client {
  // the driver takes the key, which its types do not know
  const options = { timeout, encryptionKey };
  return new Sqlite3Client(new CompilingPool(path, options, 1), 'number');
}

class CompilingPool extends ConnectionPool {
  override acquireSync(forTransaction?: boolean): Driver {
    const driver = super.acquireSync(forTransaction);
    if (!Object.hasOwn(driver, 'prepare')) driver.prepare = keeping(driver);
    return driver;
  }
}

/** `prepare` of a connection that keeps what reads and writes rows; the oldest goes when there are too many. */
function keeping(driver: Driver): Driver['prepare'] {
  const prepare = driver.prepare.bind(driver);
  const kept = new Map<string, Compiled>();
  const compile = (text: string) => {
    const compiled = new Compiled(
      () => prepare(text),
      () => kept.delete(text),
    );
    const [oldest] = kept.size < MOST ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(text, compiled);
    return compiled;
  };
  // what the driver asks of a statement is what `Compiled` answers
  return ((text: string) =>
    kept.get(text) ?? (isKept(text) ? compile(text) : prepare(text))) as Driver['prepare'];
}

/** Not what answers all columns of a table: which these are is asked once, and they may become others. */
const isKept = (text: string) =>
  /^\s*(select|insert|update|delete)\b/i.test(text) && !/(?<!count\()\*/i.test(text);
const answersNothing = new TypeError('The statement answers no rows.');

/** The part of a statement that the client uses, each of its settings made once. */
class Compiled {
  readonly #compile: () => Statement;
  readonly #forget: () => void;
  readonly #statement: Statement;
  readonly #columns: ReturnType<Statement['columns']> | null;
  #count: number | undefined;

  constructor(compile: () => Statement, forget: () => void) {
    this.#compile = () => {
      const statement = compile().safeIntegers(true);
      return statement.reader ? statement.raw(true) : statement;
    };
    this.#forget = forget;
    this.#statement = this.#compile();
    this.#columns = this.#statement.reader ? this.#statement.columns() : null;
  }

  safeIntegers(): this {
    return this;
  }

  raw(): this {
    if (this.#columns === null) throw answersNothing;
    return this;
  }

  columns() {
    return this.#columns ?? [];
  }

  /** @param values by their places; the driver gives an object for those that have names, or for none */
  all(values: object) {
    return this.#ask(values, (statement) => statement.all(values));
  }

  run(values: object) {
    return this.#ask(values, (statement) => statement.run(values));
  }

  #ask<T>(values: object, ask: (statement: Statement) => T): T {
    const count = Array.isArray(values) ? values.length : Number.NaN;
    this.#count ??= count;
    // a value that is not given would be that of the call before: another visitor's
    if (this.#count !== count) return ask(this.#compile());
    try {
      return ask(this.#statement);
    } catch (error) {
      this.#forget();
      throw error;
    }
  }
}
