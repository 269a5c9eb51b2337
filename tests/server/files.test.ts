/** Files that are complete, or as they were. */
import { expect, test } from 'bun:test';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '#server/files';
import { newFolder } from '#tests/faults/support/processes';

test('a file is replaced as a whole, for its owner alone; what cannot be written is named and leaves nothing', async () => {
  const folder = await newFolder();
  const file = join(folder, 'file');
  replaceFile(file, 'one');
  replaceFile(file, 'two');
  expect(await Bun.file(file).text()).toBe('two');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await mkdir(join(folder, 'taken'));
  expect(() => replaceFile(join(folder, 'taken'), 'three')).toThrow('cannot take the file taken (EISDIR).');
  expect((await readdir(folder)).sort()).toEqual(['file', 'taken']);
});
