/** What a database file holds after something happened to it, and whether that is whole. */
import { join } from 'node:path';
import { count, getTableName, sql } from 'drizzle-orm';
import { loadApplication } from '#db/applications/find';
import { setTables } from '#db/applications/sets';
import { createFieldCipher } from '#db/bank-data/cipher';
import { type Database, openDatabase } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { applications } from '#db/schema';
import { johanna } from '#tests/support/people';
import { root } from '#tests/support/server';

/** A database of this product without any data in it. */
export async function createEmpty(file: string): Promise<void> {
  await opened(file, (db) => migrateDatabase(db, join(root, 'db/migrations')));
}

/**
 * Opens the file as a server does. `lost`: of the acknowledged, those that are not there with all their sets and with
 * bank data that opens; `torn`: what an application or a set lacks, or SQLite finds wrong.
 */
export async function inspect(file: string, key: string, acknowledged: readonly string[]) {
  return await opened(file, async (db) => {
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

/** What SQLite finds wrong with the file; what applications lack is not looked at. */
export async function findDamage(file: string): Promise<string[]> {
  return await opened(file, damageIn);
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

async function opened<T>(file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url: `file:${file}` });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
