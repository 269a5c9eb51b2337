/** A command for the operator: its result on stdout, or one line about the error on stderr and exit code 1. */
import type { DatabaseConfig } from '#db/client';
import { fileOf } from '#db/driver/local/files';
import { type Config, isRemote } from '../config';
import { realFile } from '../files';
import { lineAbout, OperatorError } from '../process/failure';

/** Ends the process. `work` returns the line that reports what was done. */
export async function runCommand(name: string, work: () => Promise<string>): Promise<never> {
  try {
    process.stdout.write(`${await work()}\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${lineAbout(error, `The ${name} failed`)}\n`);
    process.exit(1);
  }
}

/**
 * The only argument of a command: the path of a file.
 * @throws OperatorError with `usage` for any other arguments
 */
export function fileArgument(usage: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new OperatorError(`Usage: ${usage}`);
  return file;
}

/**
 * The file that contains the database.
 * @throws OperatorError if the database is on a server
 */
export function databaseFile({ database }: Config): string {
  if (!isRemote(database)) return fileOf(database.url) ?? database.url;
  throw new OperatorError('The database is on a server: run this where its file is, see docs/operations.md.');
}

/** The database itself instead of a local replica, whose file belongs to the running server. */
export function primaryOf({ syncUrl, ...database }: Config['database']): DatabaseConfig {
  if (syncUrl) return { url: syncUrl, authToken: database.authToken };
  const file = fileOf(database.url);
  if (file) realFile(file);
  return database;
}
