/** Databases as earlier versions of the product left them. */
import { cpSync } from 'node:fs';
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
