import { expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseUnavailable } from '#db/driver/errors';
import { openDatabase } from '#db/open';
import { addNote, notes, openNotes } from './support/notes';
import { rejection, setScratch } from './support/processes';

const here = setScratch();

test('the error names a folder that cannot be created', async () => {
  const file = here.path('blocker');
  await Bun.write(file, '');
  const error = await refusal(`file:${file}/app.db`);
  expect(error).toMatch(new RegExp(`^The database folder ${file} is not writable \\(\\w+\\)\\.$`));
});

test('the error names a folder or file that the process may not write', async () => {
  const file = here.path('app.db');
  await (await openDatabase({ url: `file:${file}` })).close();
  chmodSync(file, 0o444);
  for (let folder = dirname(file), up = 0; up < 2; up++, folder = dirname(folder)) chmodSync(folder, 0o555);
  // root may write everywhere, so the check runs as the user nobody
  const asNobody = process.getuid?.() === 0 ? ['65534'] : [];
  const { firstLine } = await here.run('open-database.ts', [file, ...asNobody]);
  chmodSync(dirname(file), 0o777);
  const { firstLine: second } = await here.run('open-database.ts', [file, ...asNobody]);
  for (let folder = dirname(file), up = 0; up < 2; up++, folder = dirname(folder)) chmodSync(folder, 0o700);

  const folderRefused = `The database folder ${dirname(file)} is not writable (EACCES).`;
  expect(firstLine.value).toBe(`DatabaseUnavailable: ${folderRefused}`);
  expect(second.value).toBe(`DatabaseUnavailable: The database file ${file} is not writable (EACCES).`);
});

test('a file that is not a database is refused, also at the second attempt', async () => {
  const file = here.path('app.db');
  await Bun.write(file, 'This is a letter, not a database. '.repeat(200));
  const expected = `The file ${file} is not a database, or it is encrypted and no key was given.`;
  expect(await refusal(`file:${file}`)).toBe(expected);
  // a refused start leaves no lock behind
  expect(await refusal(`file:${file}`)).toBe(expected);
});

test('a folder instead of a file, an unknown scheme and an in-memory database are refused', async () => {
  const folder = here.folder();
  expect(await refusal(`file:${folder}`)).toBe(`The database path ${folder} is not a file.`);
  const expected = 'The database URL must begin with file:, http://, https:// or libsql://.';
  for (const url of ['postgres://db/app', 'file::memory:', 'app.db', '']) {
    expect(await refusal(url)).toBe(expected);
  }
});

test.each([
  ['libsql://db.example?tls=0', 'A "libsql:" URL with ?tls=0 must specify an explicit port'],
  ['https://db.example?secret=hunter2', 'Unknown URL query argument "secret"'],
  ['https://db.example:99999', 'ERR_INVALID_URL'],
])('the error says what is wrong with %s', async (url, reason) => {
  expect(await refusal(url)).toBe(`The database URL cannot be used (${reason}).`);
});

test('an encrypted file opens only with its key', async () => {
  const file = here.path('app.db');
  const url = `file:${file}`;
  const db = await openNotes({ url, encryptionKey: 'correct horse' });
  await db.write((tx) => addNote(tx, 'battery staple'));
  await db.checkpoint();
  await db.close();

  expect(await Bun.file(file).text()).not.toContain('battery staple');
  expect(await refusal(url)).toBe(
    `The file ${file} is not a database, or it is encrypted and no key was given.`,
  );
  const wrongKey = await rejection(openDatabase({ url, encryptionKey: 'wrong' }));
  expect(wrongKey.message).toBe(`The file ${file} cannot be read with the given encryption key.`);

  const again = await openDatabase({ url, encryptionKey: 'correct horse' });
  expect(await notes(again.read)).toEqual(['battery staple']);
  await again.close();
});

test('the error names a server that cannot be reached or refuses the access token', async () => {
  expect(await refusal('http://127.0.0.1:9')).toBe('The database server 127.0.0.1:9 cannot be reached.');
  const guarded = Bun.serve({ port: 0, fetch: () => new Response('no', { status: 401 }) });
  const host = `127.0.0.1:${guarded.port}`;
  expect(await refusal(`http://${host}`)).toBe(`The database server ${host} refuses the access token.`);
  await guarded.stop(true);
});

async function refusal(url: string): Promise<string> {
  const error = await rejection(openDatabase({ url }));
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  return error.message;
}
