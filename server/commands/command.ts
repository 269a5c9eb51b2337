import { parse } from 'node:path';
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

/** Who asks for `--help` must not start a command without arguments. @throws OperatorError if there are any */
export function refuseArguments(): void {
  if (process.argv.length > 2) throw new OperatorError(`Usage: bun run ${parse(Bun.main).name}`);
}

/** The path, and those of `options` that are given, such as `--unsigned`. @throws OperatorError with `usage` */
export function argumentsOf(usage: string, options: readonly string[] = []) {
  const given = process.argv.slice(2);
  const named = new Set(given.filter((one) => one.startsWith('--')).map((one) => one.slice(2)));
  const [file, ...more] = given.filter((one) => !one.startsWith('--'));
  const isUnknown = [...named].some((one) => !options.includes(one));
  if (!file || more.length > 0 || isUnknown) throw new OperatorError(`Usage: ${usage}`);
  return { file, options: named };
}

/** @throws OperatorError if the database is on a server */
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
