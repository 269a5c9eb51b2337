import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { openDatabase } from '#db/open';
import { findDamagedTexts } from '#db/texts';
import { damage } from './support/damage';
import { setScratch } from './support/processes';

const here = setScratch();

const tables = [
  'create table parents (id text primary key, name text, amount integer)',
  'create table children (id text unique, parent text primary key references parents on delete cascade)',
  'create table "odd "" name" ("a column" text)',
  'create table kept (id integer primary key, text text)',
  "create trigger kept_update before update on kept begin select raise(abort, 'kept'); end",
];

test('damaged texts in any table are found', async () => {
  const file = here.path('app.db');
  await opened(file, async (db) => {
    await db.write(async (tx) => {
      for (const table of tables) await tx.run(sql.raw(table));
      await tx.run(
        sql`insert into parents values ('a', 'Käthe ✓', 1), ('b', null, 2), ('c', '', 3), ('d', 'x', 4)`,
      );
      await tx.run(sql`insert into children values ('1', 'a'), ('2', 'b'), ('3', 'c')`);
      await tx.run(sql`insert into "odd "" name" values ('one'), ('two')`);
      await tx.run(sql`insert into kept values (7, 'kept'), (8, 'whole')`);
    });
  });
  await damage(file, [
    // a key and a reference to it; two keys with the same readable part; a reference to no row
    "update parents set id = cast(x'61ff' as text) where id = 'a'",
    "update children set parent = cast(x'61ff' as text) where parent = 'a'",
    "update parents set id = cast(x'61fe' as text) where id = 'b'",
    "update children set parent = cast(x'80' as text) where parent = 'c'",
    // half a character, a surrogate, a text in a column of numbers
    "update parents set name = cast(x'4bc3' as text) where id = 'c'",
    "update parents set name = cast(x'eda080' as text), amount = cast(x'31c328' as text) where id = 'd'",
    `update "odd "" name" set "a column" = cast(x'4180' as text) where rowid = 2`,
    "drop trigger kept_update; update kept set text = cast(x'c328' as text) where id = 7",
    `${tables[4]}`,
  ]);
  await opened(file, async (db) => {
    const found = await findDamagedTexts((query) => db.read.values(sql.raw(query)));
    expect(found.map(({ table, column, id }) => `${table}.${column} ${id}`).toSorted()).toEqual(
      [
        ...['children.parent 1', 'children.parent 3', 'kept.text 7', 'odd " name.a column 2'],
        ...['parents.amount 4', 'parents.id 1', 'parents.id 2', 'parents.name 3', 'parents.name 4'],
      ].toSorted(),
    );
  });
});

test('a table with more rows than one batch is searched completely', async () => {
  const file = here.path('app.db');
  await opened(file, (db) =>
    db.write(async (tx) => {
      await tx.run(sql`create table many (id integer primary key, text text)`);
      await tx.run(sql`insert into many with recursive n(i) as (select -5 union all select i + 1 from n where i < 9000)
        select i, 'ö' || i from n`);
    }),
  );
  await damage(file, ["update many set text = cast(x'f09f' as text) where id in (-5, 0, 4091, 9000)"]);
  await opened(file, async (db) => {
    const found = await findDamagedTexts((query) => db.read.values(sql.raw(query)));
    expect(found.map(({ id }) => id)).toEqual([-5, 0, 4091, 9000]);
  });
});

test('files are not read: they are no text, and they may be large', async () => {
  await opened(here.path('app.db'), async (db) => {
    await db.write((tx) => tx.run(sql`create table files (id integer primary key, name text, bytes blob)`));
    await db.write((tx) => tx.run(sql`insert into files values (1, 'a', x'ff')`));
    const queries: string[] = [];
    const found = await findDamagedTexts((query) => {
      queries.push(query);
      return db.read.values(sql.raw(query));
    });
    expect(found).toEqual([]);
    expect(queries.filter((query) => query.includes('"files"'))).not.toBeEmpty();
    expect(queries.filter((query) => query.includes('"bytes"'))).toEqual([]);
  });
});

async function opened(file: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ url: `file:${file}` });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
