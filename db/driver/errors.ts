/** The database cannot be used at all. The message is one sentence for the operator, without SQL or data. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** A database server let the time limit pass; whether it saw the request is unknown. */
export class DatabaseSilent extends DatabaseUnavailable {
  override name = 'DatabaseSilent';
}

/** Others have written for as long as a write waits: nothing of it was stored. */
export class DatabaseLocked extends DatabaseUnavailable {
  override name = 'DatabaseLocked';

  constructor() {
    super('Another process keeps the database locked.');
  }
}

/** One statement failed. Carries the driver's code and the tables, never the statement or its parameters. */
export class QueryFailed extends Error {
  override name = 'QueryFailed';

  constructor(
    readonly code: string,
    readonly operation: string,
  ) {
    super(`The database refused ${operation} (${code}).`);
  }
}

/**
 * What of a driver's error may travel on. Drizzle puts the parameters into its messages, sqld puts parts of
 * the statement there, and a column decoder quotes the value it chokes on: none of that is kept.
 */
export function quieten(error: unknown, operation: string): Error {
  for (const cause of causes(error)) {
    if (cause instanceof DatabaseUnavailable || cause instanceof QueryFailed) return cause;
  }
  return new QueryFailed(codeOf(error) ?? 'UNKNOWN', operation);
}

/** Another connection holds the write lock, or a server gave it to someone else: nothing was committed. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return code.startsWith('SQLITE_BUSY') || code === 'TRANSACTION_TIMEOUT' || code === 'TRANSACTION_BUSY';
}

/** The failed statement may have left its connection in a state nobody should build on. */
export function leavesConnectionUnsound(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && !code.startsWith('SQLITE_CONSTRAINT');
}

/** The code of the innermost error in the chain that has one, e.g. `SQLITE_BUSY`. */
export function codeOf(error: unknown): string | undefined {
  return [...causes(error)]
    .reverse()
    .map((cause) => ('code' in cause && typeof cause.code === 'string' ? cause.code : undefined))
    .find((code) => code !== undefined);
}

function* causes(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}
