import { describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { migratedUpTo, openLocal, ownMigrations } from './support/migrated';
import { rejection, setScratch } from './support/processes';

const here = setScratch();

const create = [
  'CREATE TABLE parents (id integer PRIMARY KEY)',
  'CREATE TABLE children (id integer PRIMARY KEY, parent integer NOT NULL REFERENCES parents ON DELETE CASCADE)',
];
// the statements of drizzle-kit for a change of a column that needs a rebuild of the table
const rebuild = [
  'PRAGMA foreign_keys=OFF;',
  'CREATE TABLE __new_parents (id integer PRIMARY KEY, name text)',
  'INSERT INTO __new_parents (id) SELECT id FROM parents',
  'DROP TABLE parents',
  'ALTER TABLE __new_parents RENAME TO parents',
  'PRAGMA foreign_keys=ON;',
];

test('the migrations of the product apply to an empty file, and only once', async () => {
  const db = await openLocal(here);
  await migrateDatabase(db, ownMigrations);
  const tables = await tablesOf(db);
  expect(tables).toContain('applications');
  // a start with nothing to migrate requests no write, which might have to wait
  const reading: Database = { ...db, restructure: () => Promise.reject(new Error('a write')) };
  expect(await migrateDatabase(reading, ownMigrations)).toBe(0);
  expect(await tablesOf(db)).toEqual(tables);
});

test('a database that is older than 0.2.0 is left as it is', async () => {
  for (const count of [1, 4]) {
    const db = await migratedUpTo(here, count);
    const before = await tablesOf(db);
    expect((await rejection(migrateDatabase(db, ownMigrations))).message).toContain('0.2.0');
    expect(await tablesOf(db)).toEqual(before);
  }
  const db = await migratedUpTo(here, 5);
  await migrateDatabase(db, ownMigrations);
  expect(await tablesOf(db)).toContain('cases');
});

test('only missing migrations are applied', async () => {
  const folder = here.folder();
  const db = await openLocal(here);
  await writeMigrations(folder, [create]);
  await migrateDatabase(db, folder);
  await writeMigrations(folder, [create, ['CREATE TABLE later (id integer)']]);
  await migrateDatabase(db, folder);
  expect(await tablesOf(db)).toEqual(['__drizzle_migrations', 'children', 'later', 'parents']);
  expect(await applied(db)).toBe(2);
});

test('a migration that fails undoes itself and the migrations before it', async () => {
  const folder = here.folder();
  await writeMigrations(folder, [
    create,
    ['CREATE TABLE later (id integer)', 'CREATE TABLE later (id integer)'],
  ]);
  const db = await openLocal(here);
  const error = await rejection(migrateDatabase(db, folder));
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error.message).toBe('Migration 1 failed (SQLITE_ERROR); nothing was changed.');
  expect(await tablesOf(db)).toEqual([]);
});

describe('rebuilding a table', () => {
  const rebuilds = async (db: Database) => {
    const folder = here.folder();
    await writeMigrations(folder, [create]);
    await migrateDatabase(db, folder);
    await db.write(async (tx) => {
      await tx.run(sql`insert into parents values (1)`);
      await tx.run(sql`insert into children values (1, 1)`);
    });
    await writeMigrations(folder, [create, rebuild]);
    await migrateDatabase(db, folder);
    expect(await db.read.all(sql`select * from children`)).toEqual([{ id: 1, parent: 1 }]);

    // after the migration foreign keys are checked again
    await db.write((tx) => tx.run(sql`delete from parents`));
    expect(await db.read.all(sql`select * from children`)).toEqual([]);

    await db.write((tx) => tx.run(sql`insert into parents (id) values (2)`));
    await db.write((tx) => tx.run(sql`insert into children values (2, 2)`));
    await writeMigrations(folder, [create, rebuild, ['DELETE FROM parents']]);
    const error = await rejection(migrateDatabase(db, folder));
    expect(error.message).toBe('The change would leave 1 rows that refer to nothing.');
    expect(await db.read.all(sql`select id from parents`)).toEqual([{ id: 2 }]);
  };

  test('keeps the rows that refer to it in a local file', async () => {
    await rebuilds(await openLocal(here));
  });

  test('keeps the rows that refer to it on a server', async () => {
    const { url } = await here.startSqld();
    await rebuilds(await openDatabase({ url }));
  });
});

test('several instances that start at once on one server migrate it once', async () => {
  const { url } = await here.startSqld();
  const folder = here.folder();
  await writeMigrations(folder, [create, ['CREATE TABLE later (id integer)'], rebuild]);
  const instances = await Promise.all([openDatabase({ url }), openDatabase({ url }), openDatabase({ url })]);
  await Promise.all(instances.map((db) => migrateDatabase(db, folder)));
  for (const db of instances) {
    expect(await tablesOf(db)).toEqual(['__drizzle_migrations', 'children', 'later', 'parents']);
    expect(await applied(db)).toBe(3);
  }
});

async function writeMigrations(folder: string, migrations: string[][]): Promise<void> {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const entries = migrations.map((_, idx) => ({
    idx,
    when: 1000 + idx,
    tag: `000${idx}_step`,
    breakpoints: true,
  }));
  await Bun.write(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const [idx, statements] of migrations.entries()) {
    await Bun.write(join(folder, `000${idx}_step.sql`), statements.join('\n--> statement-breakpoint\n'));
  }
}

async function tablesOf(db: Database): Promise<string[]> {
  const rows = await db.read.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' order by name`,
  );
  return rows.map((row) => row.name);
}

async function applied(db: Database): Promise<number> {
  return (await db.read.all(sql`select * from __drizzle_migrations`)).length;
}
