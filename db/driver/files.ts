import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, DatabaseUnavailable } from './errors';

/** The path a `file:` URL names, as libSQL reads it; undefined for other URLs and for `:memory:`. */
export function fileOf(url: string): string | undefined {
  const path = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/i.exec(url)?.[1];
  if (path === undefined || path.startsWith(':memory:')) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new DatabaseUnavailable('The database URL contains a percent sign that is not an escape (%25).');
  }
}

/** The URL under which libSQL, which decodes percent signs, finds exactly this path. */
export function urlOf(file: string): string {
  return `file:${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** The same path for each name of a file. The file may be missing, its folder may not. */
export function realPathOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

/** What it means when SQLite says of a file that it is no database (`SQLITE_NOTADB`). */
export function notADatabase(file: string, encrypted: boolean): DatabaseUnavailable {
  return new DatabaseUnavailable(
    encrypted
      ? `The file ${file} cannot be read with the given encryption key.`
      : `The file ${file} is not a database, or it is encrypted and no key was given.`,
  );
}

/**
 * Makes sure that a database can be kept at `file`; creates the folder when it is missing.
 *
 * @throws DatabaseUnavailable naming what is not writable
 */
export function prepareFolder(file: string): void {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DatabaseUnavailable(`The database folder ${folder} is not writable (${codeOf(error)}).`);
  }
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new DatabaseUnavailable(`The database path ${file} is not a file.`);
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new DatabaseUnavailable(`The database file ${file} is not writable (${codeOf(error)}).`);
  }
}

/**
 * Creates the file, if it is missing, for this user alone: it will hold personal data, and SQLite gives its
 * companions the same mode. Only while no connection to it is open, since closing it would drop their locks.
 */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
}
