/** JSON lines on stderr. Fields are counts, codes, ids and routes: never a name, address, number or bank data. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Record<string, string | number | boolean | null>;
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

const ranks: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A log that drops what is below `level`. */
export function createLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  return (of, event, fields = {}) => {
    if (ranks[of] < ranks[level]) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: of, event, ...fields })}\n`);
  };
}

/** What may be told of an error: its kind, and where in our code it came up. Messages can carry values. */
export function traceOf(error: unknown): LogFields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const where = frames.slice(0, 4).map((line) => line.trim().replace(/^at /, ''));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { kind: error.name, code, where: where.join(' < ') };
}

function toStderr(line: string) {
  process.stderr.write(line);
}
