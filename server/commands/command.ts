/** A command for the operator: its result on stdout, or what is wrong in one line on stderr and exit code 1. */
import { DatabaseUnavailable, QueryFailed } from '#db/client';
import { ConfigError } from '../config';
import { traceOf } from '../log';
import { DataDirError } from '../secrets';

/** What keeps a command from being carried out; the message is one sentence for the operator. */
export class OperationRefused extends Error {}

/** Runs it; `work` answers the line that says what was done. */
export async function runCommand(name: string, work: () => Promise<string>): Promise<never> {
  try {
    process.stdout.write(`${await work()}\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${reasonOf(name, error)}\n`);
    process.exit(1);
  }
}

/** The one argument that a command takes: the path of a file. */
export function fileArgument(usage: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new OperationRefused(`Usage: ${usage}`);
  return file;
}

function reasonOf(name: string, error: unknown): string {
  // none of them carries data
  const told = [OperationRefused, ConfigError, DataDirError, DatabaseUnavailable, QueryFailed];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error.message;
  return `The ${name} failed: ${JSON.stringify(traceOf(error))}`;
}
