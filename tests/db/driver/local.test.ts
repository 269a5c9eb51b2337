import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { createClient } from '@libsql/client/sqlite3';
import { eq, sql } from 'drizzle-orm';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { openDatabase } from '#db/open';
import { users } from '#db/schema/staff';
import { addNote, notes, openNotes, type Queries } from '#tests/db/support/notes';
import { rejection, setScratch } from '#tests/db/support/processes';

const here = setScratch();

test('a local file is created with its folder and is readable by its owner only', async () => {
  const file = here.path('some folder, 100 %/app.db');
  await openNotes({ url: `file:${encodeURI(file)}` });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('every connection to a local file has the PRAGMAs, and the reader cannot write', async () => {
  const db = await openNotes({ url: `file:${here.path('app.db')}` });
  expect(await db.write(pragmas)).toEqual(expectedPragmas);

  expect(await pragmas(db.read)).toEqual(expectedPragmas);
  const refused = await rejection(db.read.run(sql`insert into notes values ('a', 1)`).execute());
  expect(refused).toMatchObject({ code: 'SQLITE_READONLY' });
});

test('a connection that replaces a broken one has the PRAGMAs too', async () => {
  const db = await openNotes({ url: `file:${here.path('app.db')}` });
  const cacheSize = () => db.write((tx) => tx.get<{ cache_size: number }>(sql`pragma cache_size`));
  const usual = await cacheSize();
  await db.write((tx) => tx.run(sql`pragma cache_size = 77`));
  expect(await cacheSize()).toMatchObject({ cache_size: 77 });
  await rejection(db.write((tx) => tx.run(sql`select * from missing`)));
  // a setting of the broken one is gone
  expect(await cacheSize()).toEqual(usual);
  expect(await db.write(pragmas)).toEqual(expectedPragmas);
});

test('errors contain neither SQL nor parameters', async () => {
  const db = await openNotes({ url: `file:${here.path('app.db')}` });
  await db.write((tx) => addNote(tx, 'DE89370400440532013000'));
  const failures = [
    await rejection(db.write((tx) => addNote(tx, 'DE89370400440532013000'))),
    await rejection(db.read.run(sql`select ${'DE89370400440532013000'} from missing`).execute()),
    await rejection(db.read.select().from(users).where(eq(users.username, 'DE89370400440532013000'))),
    await rejection(db.read.batch([db.read.select().from(users)])),
  ];
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(QueryFailed);
    expect(Bun.inspect(failure)).not.toMatch(/DE89\d|values \(|from missing/i);
  }
  expect(failures[0]).toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
  expect(failures[2]?.message).toBe('The database refused select on users (SQLITE_ERROR).');
});

test('a checkpoint waits for open readers and empties the write-ahead log', async () => {
  const file = here.path('app.db');
  const db = await openNotes({ url: `file:${file}` });
  await db.write((tx) => addNote(tx, 'a'));
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  const reader = createClient({ url: `file:${file}` });
  const reading = await reader.transaction('read');
  await reading.execute('select * from notes');
  await db.write((tx) => addNote(tx, 'b'));
  const checkpoint = db.checkpoint();
  await db.write((tx) => addNote(tx, 'c'));
  await reading.rollback();
  reader.close();
  await checkpoint;
  expect(statSync(`${file}-wal`).size).toBe(0);
});

test('closing waits for requested writes and refuses later calls', async () => {
  const url = `file:${here.path('app.db')}`;
  const db = await openNotes({ url });
  const waiting = ['a', 'b', 'c'].map((id) => db.write((tx) => addNote(tx, id)));
  await db.close();
  await Promise.all(waiting);
  expect(await rejection(db.write((tx) => addNote(tx, 'd')))).toBeInstanceOf(DatabaseUnavailable);
  expect(await rejection(db.ping())).toBeInstanceOf(DatabaseUnavailable);
  await db.close();

  const again = await openDatabase({ url });
  expect(await notes(again.read)).toEqual(['a', 'b', 'c']);
  await again.close();
});

const expectedPragmas = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  trusted_schema: 0,
};

async function pragmas(tx: Queries): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(expectedPragmas)) {
    Object.assign(found, await tx.get<Record<string, unknown>>(sql.raw(`PRAGMA ${name}`)));
  }
  return found;
}
