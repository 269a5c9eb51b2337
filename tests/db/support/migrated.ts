/** Databases with the tables of this version, or of an earlier one. */
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Database } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import type { scratch } from './processes';

type Scratch = ReturnType<typeof scratch>;

export const ownMigrations = resolve(import.meta.dir, '../../../db/migrations');

export async function openLocal(here: Scratch): Promise<Database> {
  return await openDatabase({ url: `file:${here.path('app.db')}` });
}

/** A new database with all tables and no rows. A file is a copy, because migrating takes longer than most tests. */
export async function openMigrated(url: string): Promise<Database> {
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

/** A database after the first `count` migrations of the product. */
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
