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
import { codeOf, DatabaseMoved, DatabaseUnavailable } from '../errors';

/** The path in a `file:` URL, as libSQL reads it; undefined for other URLs and for `:memory:`. */
export function fileOf(url: string): string | undefined {
  const path = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/i.exec(url)?.[1];
  if (path === undefined || path.startsWith(':memory:')) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new DatabaseUnavailable('The database URL contains a percent sign that is not an escape (%25).');
  }
}

/** The URL of exactly this path for libSQL, which decodes percent signs. */
export function urlOf(file: string): string {
  return `file:${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** The same path for all names of a file. The file may be missing, but not its folder. */
export function realPathOf(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

export function isOfSqld(file: string): boolean {
  return /\/dbs\/[^/]+\/data$/.test(file);
}

export function notADatabase(file: string, encrypted: boolean): DatabaseUnavailable {
  return new DatabaseUnavailable(
    encrypted
      ? `The file ${file} cannot be read with the given encryption key.`
      : `The file ${file} is not a database, or it is encrypted and no key was given.`,
  );
}

/** Creates a missing folder. @throws DatabaseUnavailable with the path that is not writable */
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

/** Throws once another file is there, or none: this process would go on with the moved one, which no backup finds. */
export function watchFile(file: string): () => void {
  const identity = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identity();
  return () => {
    if (identity() !== opened)
      throw new DatabaseMoved(`The database file ${file} was moved, deleted or replaced.`);
  };
}

/** For this user only, and so its log files. Never while a connection is open: closing the file frees the locks (POSIX). */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
}

export function explain(error: unknown, file: string, encrypted: boolean): Error {
  if (error instanceof DatabaseUnavailable) return error;
  const code = codeOf(error) ?? 'UNKNOWN';
  if (code === 'SQLITE_NOTADB') return notADatabase(file, encrypted);
  return new DatabaseUnavailable(`The database file ${file} cannot be opened (${code}).`);
}
