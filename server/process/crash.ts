/** What the process says of an error that nobody caught: Bun would print its message, and with it what a visitor typed. */
import { createLog, traceOf } from '../log';

/** Ends the process with 1 and one line of the log, as soon as an error comes up that is nobody's. */
export function logCrashes() {
  const log = createLog('error');
  const end = (error: unknown) => {
    log('error', 'crashed', traceOf(error));
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
