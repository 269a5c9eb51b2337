/** The content of a database after a fault, and whether it is complete. A database is a file or the URL of a server. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count, getTableName, sql } from 'drizzle-orm';
import { loadApplication } from '#db/applications/find';
import { setTables } from '#db/applications/save';
import { createFieldCipher } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { applications } from '#db/schema/applications';
import { lastingFolder } from '#tests/support/lifeline';
import { johanna } from '#tests/support/people';
import { root } from '#tests/support/server';

let empty: Promise<string> | undefined;

/** Creates a database of this product without data. */
export async function createEmpty(database: string): Promise<void> {
  if (isServer(database)) return await migrate(database);
  // made once in this process, because the migrations take as long as a test
  empty ??= migrated(join(lastingFolder(), 'empty.db'));
  await copyFile(await empty, database);
}

async function migrated(file: string): Promise<string> {
  await migrate(file);
  // what is still in its log would not be copied
  await opened(file, (db) => db.checkpoint());
  return file;
}

function migrate(database: string): Promise<void> {
  return opened(database, async (db) => void (await migrateDatabase(db, join(root, 'db/migrations'))));
}

/**
 * Opens the database like a server. `lost` are the acknowledged applications that are not stored with all sets and readable
 * bank data. `torn` lists missing rows and errors that SQLite reports.
 */
export async function inspect(database: string, key: string, acknowledged: readonly string[]) {
  return await opened(database, async (db) => {
    const cipher = createFieldCipher(key);
    const lost: string[] = [];
    for (const id of acknowledged) {
      const found = await loadApplication(db.read, cipher, id);
      const complete = found && Object.values(found.sets).every((set) => set !== null);
      if (!complete || found.sets['sepa-mandate']?.iban !== johanna['sepa-mandate'].iban) lost.push(id);
    }
    return { lost, torn: await tornIn(db), stored: await db.read.$count(applications) };
  });
}

/** The errors that SQLite reports for the file. It does not check whether applications are complete. */
export async function findDamage(database: string): Promise<string[]> {
  return await opened(database, damageIn);
}

async function tornIn(db: Database): Promise<string[]> {
  const torn = await damageIn(db);
  const whole = await db.read.select({ rows: count() }).from(applications);
  for (const table of Object.values(setTables)) {
    const part = await db.read.select({ rows: count() }).from(table);
    if (part[0]?.rows !== whole[0]?.rows) torn.push(`${getTableName(table)}: ${part[0]?.rows} rows`);
  }
  return torn;
}

async function damageIn(db: Database): Promise<string[]> {
  const damage: string[] = [];
  const integrity = await db.read.all<{ integrity_check: string }>(sql`PRAGMA integrity_check`);
  if (integrity[0]?.integrity_check !== 'ok') damage.push(JSON.stringify(integrity[0]));
  const orphans = await db.read.all(sql`PRAGMA foreign_key_check`);
  if (orphans.length > 0) damage.push(`${orphans.length} orphans`);
  return damage;
}

/** The URL of a file or server. */
export function urlOf(database: string): string {
  return isServer(database) ? database : `file:${database}`;
}

function isServer(database: string): boolean {
  return /^https?:/.test(database);
}

async function opened<T>(database: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url: urlOf(database) });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
