/** JSON lines on stderr. Fields are counts, codes, ids and routes, never personal data. */
import { isoOf } from '#domain/time';

export type LogFields = Record<string, string | number | boolean | null>;
export type Log = (level: LogLevel, event: string, fields?: LogFields) => void;

export const logLevels = { debug: 0, info: 1, warn: 2, error: 3 };
export type LogLevel = keyof typeof logLevels;

export function createLog(level: LogLevel, write: (line: string) => void = toStderr): Log {
  return (severity, event, fields = {}) => {
    if (logLevels[severity] < logLevels[level]) return;
    write(`${JSON.stringify({ time: isoOf(Date.now()), level: severity, event, ...fields })}\n`);
  };
}

/** What may be logged about an error: its kind, code and stack. Its message may contain personal data. */
export function traceOf(error: unknown): LogFields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const where = frames.slice(0, 4).map((line) => line.trim().replace(/^at /, ''));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { kind: error.name, code, where: where.join(' < ') };
}

/** Such as `ENOENT`. */
export function codeOf(error: unknown, none = 'no code'): string {
  return error instanceof Error && 'code' in error ? String(error.code) : none;
}

function toStderr(line: string) {
  process.stderr.write(line);
}
