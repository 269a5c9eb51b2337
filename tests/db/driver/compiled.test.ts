/** Statements are compiled once. The results must be the same as if every call compiled its own. */
import { afterAll, afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import Driver from 'libsql';
import { openFile } from '#db/driver/local/connection';
import { rejection, scratch } from '#tests/db/support/processes';

const here = scratch();
const compiled = spyOn(Driver.prototype, 'prepare');
afterAll(async () => {
  compiled.mockRestore();
  await here.remove();
});

let client: Client;
let path: string;
beforeEach(async () => {
  path = join(here.folder(), 'app.db');
  client = openFile({ path, timeout: 100 });
  await client.execute('create table words (id integer primary key, word text unique, note text)');
});

afterEach(() => client.close());

const insert = 'insert into words (word, note) values (?, ?) returning word, note';

test('a statement is compiled once for calls inside and outside of transactions', async () => {
  compiled.mockClear();
  await client.execute({ sql: insert, args: ['one', 'a'] });
  const transaction = await client.transaction('write');
  await transaction.execute({ sql: insert, args: ['two', 'b'] });
  const { rows } = await transaction.execute({ sql: insert, args: ['three', null] });
  await transaction.commit();
  expect(rows.map(({ word, note }) => [word, note])).toEqual([['three', null]]);
  expect(compiled.mock.calls.filter(([text]) => text === insert)).toHaveLength(1);
});

test('a missing value is null, not the value of the previous call', async () => {
  await client.execute({ sql: insert, args: ['one', 'secret'] });
  const { rows } = await client.execute({ sql: insert, args: ['two'] });
  expect(rows[0]?.note).toBeNull();
});

test('after an error the statement works again, and the other rows of the transaction are stored', async () => {
  const transaction = await client.transaction('write');
  await transaction.execute({ sql: insert, args: ['one', null] });
  const refused = await rejection(transaction.execute({ sql: insert, args: ['one', null] }));
  expect(refused).toMatchObject({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
  await transaction.execute({ sql: insert, args: ['two', null] });
  await transaction.commit();
  const { rows } = await client.execute('select word from words order by word');
  expect(rows.map(({ word }) => word)).toEqual(['one', 'two']);
});

test('select * returns the columns that the table has now', async () => {
  await client.execute({ sql: insert, args: ['one', null] });
  const all = () => client.execute('select * from words');
  expect((await all()).columns).toEqual(['id', 'word', 'note']);
  await client.execute('alter table words rename column note to remark');
  await client.execute('alter table words add column origin text');
  expect((await all()).columns).toEqual(['id', 'word', 'remark', 'origin']);
});

test.each([
  ['a star in a text', "select word from words where word glob '*x'", 1],
  ['a product', 'select 2 * 3', 1],
  ['all columns', 'select  * from words', 2],
  ['all columns of a table', 'select 1, words.* from words', 2],
])('with %s the statement is compiled so often for two calls: %s', async (_, text, times) => {
  compiled.mockClear();
  await client.execute(text);
  await client.execute(text);
  expect(compiled).toHaveBeenCalledTimes(times);
});

test('a finished read does not block a checkpoint', async () => {
  const other = openFile({ path, timeout: 0 });
  await client.execute('pragma journal_mode=wal');
  for (const word of ['one', 'two', 'three']) await client.execute({ sql: insert, args: [word, null] });
  await client.execute('select word from words');
  const { rows } = await other.execute('pragma wal_checkpoint(truncate)');
  expect(rows[0]?.busy).toBe(0);
  other.close();
});

test('a closed connection fails, and a reopened one reads and writes again', async () => {
  await client.execute({ sql: insert, args: ['one', null] });
  client.close();
  expect(await rejection(client.execute({ sql: insert, args: ['two', null] }))).toBeInstanceOf(Error);
  client.reconnect();
  await client.execute({ sql: insert, args: ['three', null] });
  const { rows } = await client.execute('select count(*) as n from words');
  expect(rows[0]?.n).toBe(2);
});

test('only a limited number of statements stays compiled', async () => {
  for (let n = 0; n < 100; n += 1) await client.execute(`select ${n}`);
  compiled.mockClear();
  await client.execute('select 99');
  expect(compiled).not.toHaveBeenCalled();
  await client.execute('select 0');
  expect(compiled).toHaveBeenCalledTimes(1);
});
