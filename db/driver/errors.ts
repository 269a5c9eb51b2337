/** The database cannot be used at all. The message is one sentence for the operator, without SQL or data. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** A database server did not respond within the time limit. It may have received the request. */
export class DatabaseSilent extends DatabaseUnavailable {
  override name = 'DatabaseSilent';

  /** @param alive it still answers other requests */
  constructor(
    message: string,
    readonly alive = false,
  ) {
    super(message);
  }
}

export class DatabaseInUse extends DatabaseUnavailable {}

export class DatabaseMoved extends DatabaseUnavailable {
  override name = 'DatabaseMoved';
}

/** Another process held the write lock longer than a write waits; nothing was stored. */
export class DatabaseLocked extends DatabaseUnavailable {
  override name = 'DatabaseLocked';

  constructor() {
    super('Another process keeps the database locked.');
  }
}

/** A statement failed. Contains the driver's code and the tables, never the statement or its parameters. */
export class QueryFailed extends Error {
  override name = 'QueryFailed';

  constructor(
    readonly code: string,
    readonly operation: string,
  ) {
    super(`The database refused ${operation} (${code}).`);
  }
}

/** Drizzle puts parameters into its messages, sqld parts of the statement, and a column decoder the value. */
export function redact(error: unknown, operation: string): Error {
  for (const cause of causes(error)) {
    if (cause instanceof DatabaseUnavailable || cause instanceof QueryFailed) return cause;
  }
  return new QueryFailed(codeOf(error) ?? 'UNKNOWN', operation);
}

export async function redacting<T>(result: Promise<T>, operation: string): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw redact(error, operation);
  }
}

/** Another connection or client holds the write lock; nothing was committed. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return code.startsWith('SQLITE_BUSY') || code === 'TRANSACTION_TIMEOUT' || code === 'TRANSACTION_BUSY';
}

/** The failed statement may have left its connection inside an unfinished statement. */
export function leavesConnectionUnsound(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && !code.startsWith('SQLITE_CONSTRAINT');
}

export function codeOf(error: unknown): string | undefined {
  return [...causes(error)]
    .reverse()
    .map((cause) => ('code' in cause && typeof cause.code === 'string' ? cause.code : undefined))
    .find((code) => code !== undefined);
}

function* causes(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}
