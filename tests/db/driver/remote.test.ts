import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { type Database, DatabaseUnavailable, openDatabase } from '#db/client';
import { ANSWER_WITHIN_MS } from '#db/driver/remote';
import { addNote, notes, openNotes } from '#tests/db/support/notes';
import { freeze, rejection, scratch } from '#tests/db/support/processes';

const here = scratch();
afterAll(() => here.remove());

test('a server (sqld) supports reads, writes and concurrent changes of one row', async () => {
  const { url } = await here.startSqld();
  const db = await openNotes({ url });
  const other = await openDatabase({ url });
  await db.write((tx) => addNote(tx, 'a'));
  const increment = (via: Database) =>
    via.write(async (tx) => {
      const row = await tx.get<{ n: number }>(sql`select n from notes where id = 'a'`);
      await tx.run(sql`update notes set n = ${row.n + 1} where id = 'a'`);
    });
  await Promise.all(Array.from({ length: 30 }, (_, i) => increment(i % 2 ? db : other)));
  expect(await db.read.get<{ n: number }>(sql`select n from notes`)).toEqual({ n: 31 });

  expect(await rejection(db.write((tx) => addNote(tx, 'a')))).toMatchObject({ code: 'SQLITE_CONSTRAINT' });
  const broken = db.write(async (tx) => {
    await addNote(tx, 'b');
    throw new Error('changed my mind');
  });
  expect((await rejection(broken)).message).toBe('changed my mind');
  expect(await notes(db.read)).toEqual(['a']);
  expect(await db.read.transaction((tx) => notes(tx))).toEqual(['a']);
  await Promise.all([db.close(), other.close()]);
});

test('calls fail within about 3 s when the server stops responding, and work when it responds again', async () => {
  const { url, child } = await here.startSqld();
  const db = await openNotes({ url });
  await freeze(child);
  const start = performance.now();
  const [ping, read] = await Promise.all([rejection(db.ping()), rejection(notes(db.read))]);
  console.log(`a stopped server is noticed after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  expect(ping).toBeInstanceOf(DatabaseUnavailable);
  expect(read).toBeInstanceOf(DatabaseUnavailable);
  child.kill('SIGCONT');
  await db.ping();
  await db.write((tx) => addNote(tx, 'a'));
  expect(await notes(db.read)).toEqual(['a']);
  await db.close();
}, 20_000);

test('an unconfirmed commit is reported as such and is not run again', async () => {
  const { url, child } = await here.startSqld();
  const db = await openNotes({ url });
  let runs = 0;
  const outcome = db.write(async (tx) => {
    runs++;
    await addNote(tx, 'a');
    await freeze(child);
  });
  expect((await rejection(outcome)).message).toContain('it may or may not be stored');
  child.kill('SIGCONT');
  expect(runs).toBe(1);
  await db.close();
}, 20_000);

test('a write waits for another client that holds the lock longer than a request may take', async () => {
  const { url } = await here.startSqld();
  const db = await openNotes({ url });
  const other = await openDatabase({ url });
  const entered = Promise.withResolvers<void>();
  const slow = other.write(async (tx) => {
    await addNote(tx, 'slow');
    entered.resolve();
    await Bun.sleep(ANSWER_WITHIN_MS + 200);
  });
  await entered.promise;
  const start = performance.now();
  await db.write((tx) => addNote(tx, 'patient'));
  console.log(`a write waited ${((performance.now() - start) / 1000).toFixed(1)} s for another client`);
  await slow;
  expect(await notes(db.read)).toEqual(['patient', 'slow']);
  await Promise.all([db.close(), other.close()]);
}, 30_000);
