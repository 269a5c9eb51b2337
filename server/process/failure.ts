/** What the operator has to mend, and how it is said. */
import { DatabaseUnavailable, QueryFailed } from '#db/client';
import { traceOf } from '../log';

/** Ends a start or a command. The message is one line for the operator, and names what must be changed. */
export class OperatorError extends Error {}

/** The line about an error that ended something; `what` says what failed where the error may not say so itself. */
export function lineAbout(error: unknown, what: string): string {
  // none of them carries data
  const plain = [OperatorError, DatabaseUnavailable, QueryFailed];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message;
  return `${what}: ${JSON.stringify(traceOf(error))}`;
}
