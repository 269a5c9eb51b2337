/** Statements that are compiled once: what must not differ from compiling them for every call. */
import { afterAll, afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import Driver from 'libsql';
import { openFile } from '#db/driver/compiled';
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

test('a statement is compiled once, inside a transaction and outside', async () => {
  compiled.mockClear();
  await client.execute({ sql: insert, args: ['one', 'a'] });
  const transaction = await client.transaction('write');
  await transaction.execute({ sql: insert, args: ['two', 'b'] });
  const { rows } = await transaction.execute({ sql: insert, args: ['three', null] });
  await transaction.commit();
  expect(rows.map(({ word, note }) => [word, note])).toEqual([['three', null]]);
  expect(compiled.mock.calls.filter(([text]) => text === insert)).toHaveLength(1);
});

test('a value that is not given is null, not that of the call before', async () => {
  await client.execute({ sql: insert, args: ['one', 'secret'] });
  const { rows } = await client.execute({ sql: insert, args: ['two'] });
  expect(rows[0]?.note).toBeNull();
});

test('after a refusal the statement goes on as before, and its neighbours are stored', async () => {
  const transaction = await client.transaction('write');
  await transaction.execute({ sql: insert, args: ['one', null] });
  const refused = await rejection(transaction.execute({ sql: insert, args: ['one', null] }));
  expect(refused).toMatchObject({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
  await transaction.execute({ sql: insert, args: ['two', null] });
  await transaction.commit();
  const { rows } = await client.execute('select word from words order by word');
  expect(rows.map(({ word }) => word)).toEqual(['one', 'two']);
});

test('all columns of a table are those that it has now', async () => {
  await client.execute({ sql: insert, args: ['one', null] });
  const all = () => client.execute('select * from words');
  expect((await all()).columns).toEqual(['id', 'word', 'note']);
  await client.execute('alter table words rename column note to remark');
  await client.execute('alter table words add column origin text');
  expect((await all()).columns).toEqual(['id', 'word', 'remark', 'origin']);
});

test('what is read leaves nothing open that holds up a checkpoint', async () => {
  const other = openFile({ path, timeout: 0 });
  await client.execute('pragma journal_mode=wal');
  for (const word of ['one', 'two', 'three']) await client.execute({ sql: insert, args: [word, null] });
  await client.execute('select word from words');
  const { rows } = await other.execute('pragma wal_checkpoint(truncate)');
  expect(rows[0]?.busy).toBe(0);
  other.close();
});

test('a closed connection answers nothing, a reopened one what is stored', async () => {
  await client.execute({ sql: insert, args: ['one', null] });
  client.close();
  expect(await rejection(client.execute({ sql: insert, args: ['two', null] }))).toBeInstanceOf(Error);
  client.reconnect();
  await client.execute({ sql: insert, args: ['three', null] });
  const { rows } = await client.execute('select count(*) as n from words');
  expect(rows[0]?.n).toBe(2);
});

test('only so many are kept', async () => {
  for (let n = 0; n < 100; n += 1) await client.execute(`select ${n}`);
  compiled.mockClear();
  await client.execute('select 99');
  expect(compiled).not.toHaveBeenCalled();
  await client.execute('select 0');
  expect(compiled).toHaveBeenCalledTimes(1);
});
