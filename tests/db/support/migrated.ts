/** Databases with the tables of this version, or of an earlier one. */
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Database } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { afterThisTest } from '#tests/support/endings';
import type { scratch } from './processes';

type Scratch = ReturnType<typeof scratch>;

export const ownMigrations = resolve(import.meta.dir, '../../../db/migrations');

/** An empty database until the end of the test. */
export const openLocal = (here: Scratch) => untilEnd(openDatabase({ url: `file:${here.path('app.db')}` }));

/** A database with all tables and no rows until the end of the test. */
export const openMigrated = (url: string) => untilEnd(openTables(url));

async function untilEnd(opening: Promise<Database>): Promise<Database> {
  const db = await opening;
  afterThisTest(() => db.close());
  return db;
}

/** The same, which is closed by who opens it. A file is a copy, because migrating takes longer than most tests. */
export async function openTables(url: string): Promise<Database> {
  const file = url.split('file:')[1];
  if (file) {
    empty ??= makeEmpty();
    await Bun.write(file, await empty);
    return await openDatabase({ url });
  }
  const db = await openDatabase({ url });
  await migrateDatabase(db, ownMigrations);
  return db;
}

let empty: Promise<Uint8Array<ArrayBuffer>> | undefined;

async function makeEmpty() {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-empty-'));
  const file = join(folder, 'app.db');
  const db = await openDatabase({ url: `file:${file}` });
  await migrateDatabase(db, ownMigrations);
  await db.close();
  const bytes = readFileSync(file);
  await rm(folder, { recursive: true });
  return bytes;
}

/** A database after the first `count` migrations of the product, until the end of the test. */
export async function migratedUpTo(here: Scratch, count: number): Promise<Database> {
  const folder = here.folder();
  cpSync(ownMigrations, folder, { recursive: true });
  const file = Bun.file(join(folder, 'meta/_journal.json'));
  const { entries } = await file.json();
  await file.write(JSON.stringify({ entries: entries.slice(0, count) }));
  const db = await openLocal(here);
  await migrateDatabase(db, folder);
  return db;
}
