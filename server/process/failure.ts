import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { createLog, traceOf } from '../log';

/** Ends a start or a command. The message is one line for the operator and names what must be changed. */
export class OperatorError extends Error {}

/** One line about an error that ended something. `what` replaces a message that may contain personal data. */
export function lineAbout(error: unknown, what: string): string {
  const safe = [OperatorError, DatabaseUnavailable, QueryFailed];
  if (error instanceof Error && safe.some((kind) => error instanceof kind)) return error.message;
  return `${what}: ${JSON.stringify(traceOf(error))}`;
}

/** Bun itself would print the error's message, which may contain what a visitor typed. */
export function logCrashes() {
  const log = createLog('error');
  const end = (error: unknown) => {
    log('error', 'crashed', traceOf(error));
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Keeps the process alive when nobody reads its output any more, such as a launcher that only reads the address. */
export function ignoreClosedOutput() {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
