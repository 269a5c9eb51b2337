/** Files that are there as a whole or not at all, and still after a power cut. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from './process/failure';

/** An empty file of its own beside `path`, for its owner's eyes only. */
export function createDraft(path: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  inFolder(path, () => closeSync(openSync(draft, 'wx', 0o600)));
  return draft;
}

/** Gives a finished draft its name, which must be free. */
export function publish(draft: string, path: string): void {
  inFolder(path, () => {
    flush(draft);
    try {
      linkSync(draft, path);
    } catch (error) {
      // a stick or a network share may know no links
      if (existsSync(path)) throw error;
      renameSync(draft, path);
    }
    rmSync(draft, { force: true });
    flush(dirname(path));
  });
}

/** Removes a draft and what SQLite keeps beside a file. */
export function discard(draft: string): void {
  for (const name of [draft, ...companions(draft)]) rmSync(name, { force: true });
}

/**
 * Puts a draft in the place of the database `file`, whose content moves to `aside` together with its log: at every
 * instant there is a database under the name, and never one beside the log of another.
 */
export function replaceDatabase(draft: string, file: string, aside: string): void {
  inFolder(file, () => {
    flush(draft);
    if (existsSync(file)) linkSync(file, aside);
    const [log = '', ...others] = companions(file);
    if (existsSync(log) && statSync(log).size > 0) renameSync(log, `${aside}-wal`);
    rmSync(log, { force: true });
    for (const name of others) rmSync(name, { force: true });
    flush(dirname(file));
    renameSync(draft, file);
    flush(dirname(file));
  });
}

/** Copies a file into a draft that is there already. */
export function fillDraft(source: string, draft: string): void {
  inFolder(draft, () => copyFileSync(source, draft));
}

/** Removes the drafts that a killed command has left beside `path`. */
export function sweepDrafts(path: string): void {
  const left = new RegExp(`^${RegExp.escape(basename(path))}\\.[0-9a-f]{12}\\.draft(-\\w+)?$`);
  for (const name of readdirSync(dirname(path))) {
    if (left.test(name)) rmSync(join(dirname(path), name), { force: true });
  }
}

/** The file itself, whatever name it goes by; refuses what is no file. */
export function realFile(path: string): string {
  if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`);
  if (!statSync(path).isFile()) throw new OperatorError(`${path} is not a file.`);
  return realpathSync(path);
}

function companions(file: string): string[] {
  return ['wal', 'shm', 'journal'].map((kind) => `${file}-${kind}`);
}

/** Brings a file, or the names in a folder, to the disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new OperatorError(`${dirname(path)} cannot take the file ${basename(path)} (${code}).`);
  }
}
