/** A chunk of an encrypted backup opens at its place in its file, and nowhere else. */
import { expect, test } from 'bun:test';
import { BackupRefused, chunksOf, headerOf } from '#server/backups/format';
import { keyOf } from './fixture';

const keys = { dataKey: keyOf(5), backupKey: keyOf(7) };
const [salt, otherSalt] = ['a', 'b'].map((letter) => letter.repeat(43)) as [string, string];
const content = Buffer.from('some rows');
const chunks = chunksOf(headerOf(keys, salt), keys);
const chunk = chunks.seal(3, false, content);

test('a chunk opens at its place', () => {
  expect(chunks.open(3, false, chunk)).toEqual(content);
  expect(chunk.length).toBe(content.length + chunks.overhead);
});

test.each([
  ['at another place', () => chunks.open(2, false, chunk)],
  ['as the last one', () => chunks.open(3, true, chunk)],
  ['in another file', () => chunksOf(headerOf(keys, otherSalt), keys).open(3, false, chunk)],
  [
    'in a file that another DATA_KEY signed',
    () => {
      const others = { ...keys, dataKey: keyOf(6) };
      return chunksOf(headerOf(others, salt), others).open(3, false, chunk);
    },
  ],
  ['when it is cut', () => chunks.open(3, false, chunk.subarray(0, -1))],
  ['when it is shorter than its tag', () => chunks.open(3, false, chunk.subarray(0, 5))],
])('a chunk does not open %s', (_, open) => {
  expect(open).toThrow(BackupRefused);
});
