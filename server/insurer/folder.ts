/** The drop folder, into which any tool for SFTP or synchronising looks. A file in it is complete or has a dot-name. */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf } from '../log';
import { OperatorError } from '../process/failure';

export type Folders = ReturnType<typeof foldersOf>;

export function foldersOf(root: string) {
  const [incoming, out] = [join(root, 'in'), join(root, 'out')];
  return { in: incoming, out, done: join(root, 'done'), failed: join(root, 'failed') };
}

/**
 * `others`: folders of the product, which nobody may reach through the drop folder.
 * @throws OperatorError if a folder cannot be made or used, or the drop folder has to do with one of `others`
 */
export function prepareFolders(root: string, others: readonly string[]): void {
  const near = others.find((other) => isIn(root, other) || isIn(other, root));
  if (near) {
    throw new OperatorError(
      `EXCHANGE_DIR must be apart from ${near}: neither the same, nor in it, nor around it.`,
    );
  }
  const { R_OK, W_OK, X_OK } = constants;
  for (const folder of [root, ...Object.values(foldersOf(root))]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // the folder above may belong to root
      accessSync(join(folder, '.'), folder === root ? R_OK | X_OK : R_OK | W_OK | X_OK);
    } catch (error) {
      throw new OperatorError(
        `EXCHANGE_DIR must be a folder that this user may write, but ${folder} is not (${codeOf(error, 'unknown reason')}).`,
      );
    }
  }
}

function isIn(path: string, folder: string): boolean {
  return !/^\.\.(?:\/|$)/.test(relative(realPath(folder), realPath(path)));
}

/** Also of what is still to be made. */
function realPath(path: string): string {
  return existsSync(path) || dirname(path) === path
    ? realpathSync(path)
    : join(realPath(dirname(path)), basename(path));
}

/**
 * Who may write in the drop folder may put a link in place of a folder, which would lead the product elsewhere. False also
 * if nobody can tell, as on a network drive that is away.
 */
export function areOwnFolders(root: string): boolean {
  try {
    const found = Object.values(foldersOf(root)).map((path) => lstatSync(path));
    return found.every((one) => one.isDirectory() && one.uid === found[0]?.uid);
  } catch {
    return false;
  }
}
