/** Files that are complete or do not exist, even after a power failure. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from './process/failure';

/** Creates an empty file beside `path` that only its owner can read. */
export function createDraft(path: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  inFolder(path, () => closeSync(openSync(draft, 'wx', 0o600)));
  return draft;
}

/** Replaces it if it exists. @param mode by default only its owner can read it */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  const draft = createDraft(path);
  try {
    inFolder(path, () => {
      writeFileSync(draft, text);
      chmodSync(draft, mode);
      flush(draft);
      renameSync(draft, path);
    });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Runs `work` with a draft beside `path`, which is deleted afterwards unless `work` has renamed it. */
export async function withDraft<T>(path: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = createDraft(path);
  try {
    return await work(draft);
  } finally {
    for (const name of [draft, `${draft}.lock`, ...companions(draft)]) rmSync(name, { force: true });
  }
}

/** Renames a finished draft to `path`. Throws if `path` exists. */
export function publish(draft: string, path: string): void {
  inFolder(path, () => {
    flush(draft);
    try {
      linkSync(draft, path);
    } catch (error) {
      // some removable disks and network shares have no hard links
      if (existsSync(path)) throw error;
      renameSync(draft, path);
    }
    rmSync(draft, { force: true });
    flush(dirname(path));
  });
}

/** The old one and its log are kept as `aside`. If interrupted, `file` is either one, never beside the other one's log. */
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

/** Deletes the drafts that killed commands have left beside `path` and nobody has written since `before` (ms). */
export function deleteOldDrafts(path: string, before = Number.POSITIVE_INFINITY): void {
  const left = new RegExp(`^${RegExp.escape(basename(path))}\\.[0-9a-f]{12}\\.draft([.-]\\w+)?$`);
  for (const name of readdirSync(dirname(path))) {
    const file = join(dirname(path), name);
    if (!left.test(name)) continue;
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && found.mtimeMs < before) rmSync(file, { force: true });
  }
}

/** The path without symbolic links. @throws OperatorError if there is no such file */
export function realFile(path: string): string {
  if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`);
  if (!statSync(path).isFile()) throw new OperatorError(`${path} is not a file.`);
  return realpathSync(path);
}

function companions(file: string): string[] {
  return ['wal', 'shm', 'journal'].map((kind) => `${file}-${kind}`);
}

/** Of a folder: the list of its names. */
export function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes `path`: errors with a code are those of the disk. */
export function inFolder<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    if (code === null) throw error;
    throw new OperatorError(`${dirname(path)} cannot take the file ${basename(path)} (${code}).`);
  }
}
