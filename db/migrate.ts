import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database, Reader, Transaction } from './client';
import { codeOf, DatabaseUnavailable, QueryFailed } from './driver/errors';

/** The last migration of version 0.2.0. Older databases are brought there by that version. */
const oldest = 1_795_328_645_869;

/**
 * All that are missing, or none. `onEmpty`: called before the first change of a database without migrations; may throw.
 * Returns how many the database has that are newer than this version.
 */
export async function migrateDatabase(db: Database, folder: string, onEmpty: () => void = () => {}) {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const known = await appliedMigrations(db.read);
  const newest = Math.max(...migrations.map(({ folderMillis }) => folderMillis));
  const newer = [...known].filter((at) => at > newest).length;
  // a start with nothing to apply must not wait for other writers
  if (migrations.every(({ folderMillis }) => known.has(folderMillis))) return newer;
  await db.restructure(async (tx) => {
    const applied = await appliedMigrations(tx);
    if (applied.size === 0) onEmpty();
    else if (!applied.has(oldest) && migrations.some(({ folderMillis }) => folderMillis === oldest))
      throw new DatabaseUnavailable(
        'The database is older than version 0.2.0: start 0.2.0 with it once, then this version.',
      );
    await tx.run(sql`
      CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)
    `);
    for (const [index, migration] of migrations.entries()) {
      if (!applied.has(migration.folderMillis)) await apply(tx, migration, index);
    }
  });
  return newer;
}

// the table is Drizzle's, so that its tools know the applied migrations
async function appliedMigrations(reader: Reader): Promise<Set<number>> {
  const table = await reader.all(sql`SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'`);
  if (table.length === 0) return new Set();
  const rows = await reader.all<{ created_at: number }>(sql`SELECT created_at FROM __drizzle_migrations`);
  return new Set(rows.map((row) => Number(row.created_at)));
}

async function apply(tx: Transaction, migration: MigrationMeta, index: number): Promise<void> {
  try {
    for (const statement of migration.sql) {
      if (statement.trim() !== '') await tx.run(sql.raw(statement));
    }
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error;
    throw new DatabaseUnavailable(`Migration ${index} failed (${codeOf(error)}); nothing was changed.`, {
      cause: error,
    });
  }
  await tx.run(sql`
    INSERT INTO __drizzle_migrations (hash, created_at) VALUES (${migration.hash}, ${migration.folderMillis})
  `);
}
