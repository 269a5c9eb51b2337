/** Reads files of the project, for tests of what no program imports. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dir, '..');
export const read = (path: string) => Bun.file(join(root, path)).text();
export const exists = (path: string) => existsSync(join(root, path));

/** What the first group of the pattern matches, everywhere in the text. */
export const matches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

/** The Dockerfile with each instruction in one line. */
export const dockerfile = (await read('Dockerfile')).replace(/\\\n/g, ' ');
