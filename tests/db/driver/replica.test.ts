import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { openDatabase } from '#db/open';
import { addNote, notes, openNotes } from '#tests/db/support/notes';
import { rejection, setScratch } from '#tests/db/support/processes';
import { until } from '#tests/support/until';

const here = setScratch();

test('a replica reads its own writes at once and those of others soon, and its file is locked', async () => {
  const { url: syncUrl } = await here.startSqld();
  const primary = await openNotes({ url: syncUrl });
  const file = here.path('replica.db');
  const db = await openDatabase({ url: `file:${file}`, syncUrl });
  expect((await rejection(openDatabase({ url: `file:${file}`, syncUrl }))).message).toContain('in use');

  for (const id of ['a', 'b', 'c']) {
    await db.write((tx) => addNote(tx, id));
    expect(await notes(db.read)).toContain(id);
  }
  expect(await notes(primary.read)).toEqual(['a', 'b', 'c']);
  await primary.write((tx) => addNote(tx, 'd'));
  expect(await notes(db.fresh)).toContain('d');
  await until(async () => (await notes(db.read)).includes('d'));
  await db.ping();
  await db.close();

  const again = await openDatabase({ url: `file:${file}`, syncUrl });
  expect(await notes(again.read)).toEqual(['a', 'b', 'c', 'd']);
  await Promise.all([again.close(), primary.close()]);
}, 20_000);

test('the file of a replica is encrypted if a key is given', async () => {
  const { url: syncUrl } = await here.startSqld();
  const file = here.path('replica.db');
  const db = await openNotes({ url: `file:${file}`, syncUrl, encryptionKey: 'correct horse' });
  await db.write((tx) => addNote(tx, 'battery staple'));
  expect(await notes(db.read)).toEqual(['battery staple']);
  for (const name of [file, `${file}-wal`].filter(existsSync)) {
    expect(await Bun.file(name).text()).not.toContain('battery staple');
  }
});

test('a replica is no longer used when its primary has become another database', async () => {
  const first = await here.startSqld();
  const db = await openDatabase({ url: `file:${here.path('replica.db')}`, syncUrl: first.url });
  first.child.kill('SIGKILL');
  await first.child.exited;
  const second = await here.startSqld(undefined, first.port);
  const impostor = await openNotes({ url: second.url });
  await db.write((tx) => addNote(tx, 'a')).catch(() => {});
  const sentence = 'The primary has become another database; restart.';
  expect((await rejection(notes(db.read))).message).toBe(sentence);
  expect((await rejection(db.ping())).message).toBe(sentence);
  await Promise.all([db.close(), impostor.close()]);
}, 20_000);

test('a replica cannot start without its primary', async () => {
  const config = { url: `file:${here.path('replica.db')}`, syncUrl: 'http://127.0.0.1:9' };
  const sentence = 'The database server 127.0.0.1:9 cannot be reached.';
  expect((await rejection(openDatabase(config))).message).toBe(sentence);
  // the second attempt fails in the same way: the first has left no lock behind
  expect((await rejection(openDatabase(config))).message).toBe(sentence);
});
