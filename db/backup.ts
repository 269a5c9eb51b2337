/** Whole copies of a local database file: made beside a running server, and looked over before they are trusted. */
import { type Client, createClient } from '@libsql/client/sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { codeOf, DatabaseUnavailable } from './driver/errors';
import { type FieldCipher, keyIdIn } from './field-cipher';

/** How long the copy waits for the file, e.g. while a server that starts recovers its log. */
const patienceMs = 10_000;

/**
 * Copies the database at `source` to `target`, which is missing or empty, as it is at one instant: a read
 * transaction, so that a server may go on writing meanwhile. An encrypted one stays encrypted, by the same key.
 * The lock of the file is gone round, which keeps a second writer out: this never writes. Not to be called in a
 * process that has the file open.
 *
 * @throws DatabaseUnavailable in one sentence
 */
export async function copyDatabase(source: string, target: string, encryptionKey?: string): Promise<void> {
  await withFile(source, encryptionKey, async (client) => {
    // asked first: else a key that does not fit would read as a failed copy
    await client.execute('SELECT count(*) FROM sqlite_schema');
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] });
  });
}

/**
 * What is wrong with a copy, in one sentence; null: it is sound, its migrations are those in `migrationsFolder` or
 * the first of them, and all its bank data opens.
 */
export async function findFault(
  file: string,
  migrationsFolder: string,
  cipher: FieldCipher,
  encryptionKey?: string,
): Promise<string | null> {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash));
  try {
    return await withFile(file, encryptionKey, async (client) => {
      const integrity = await client.execute('PRAGMA integrity_check(1)');
      if (integrity.rows[0]?.[0] !== 'ok') return 'it is damaged (integrity check)';
      const orphans = await client.execute('PRAGMA foreign_key_check');
      if (orphans.rows.length > 0) return `${orphans.rows.length} of its rows refer to nothing`;
      return (await migrationFault(client, known)) ?? (await bankDataFault(client, cipher));
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.message.replace(/\.$/, '');
    throw error;
  }
}

/** Brings what is in the log of a database into its file, so far as that can be read: it may be the damaged one. */
export async function emptyLogOf(file: string, encryptionKey?: string): Promise<void> {
  await withFile(file, encryptionKey, (client) => client.execute('PRAGMA wal_checkpoint(TRUNCATE)')).catch(
    () => {},
  );
}

async function migrationFault(client: Client, known: ReadonlySet<string>): Promise<string | null> {
  const table = await client.execute("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'");
  if (table.rows.length === 0) return 'it holds no database of this product';
  const { rows } = await client.execute('SELECT hash FROM __drizzle_migrations');
  if (rows.length === 0) return 'it holds no database of this product';
  const unknown = rows.filter(({ hash }) => !known.has(String(hash)));
  return unknown.length > 0 ? `a later version of the product made it (${unknown.length} migrations)` : null;
}

async function bankDataFault(client: Client, cipher: FieldCipher): Promise<string | null> {
  const { rows } = await client.execute('SELECT application_id, iban, bic FROM sepa_mandates');
  const closed = rows.filter((row) => {
    const opens = (column: string) => {
      try {
        cipher.open(String(row.application_id), column, String(row[column]));
        return true;
      } catch {
        return false;
      }
    };
    return !opens('iban') || !opens('bic');
  });
  if (closed.length === 0) return null;
  const ids = new Set(closed.map(({ iban }) => keyIdIn(String(iban)) ?? 'without a name'));
  return `${closed.length} of its ${rows.length} mandates open neither with DATA_KEY nor with DATA_KEY_PREVIOUS, they need the key ${[...ids].join(', ')}`;
}

async function withFile<T>(
  file: string,
  encryptionKey: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = `file:${file.split('/').map(encodeURIComponent).join('/')}`;
  const client = createClient({ url, encryptionKey, concurrency: 1, timeout: patienceMs });
  try {
    return await work(client);
  } catch (error) {
    throw new DatabaseUnavailable(reasonOf(codeOf(error) ?? 'no code', file, encryptionKey !== undefined));
  } finally {
    client.close();
    // the driver lets go of the file when its handle is collected, and the file may be about to be renamed
    Bun.gc(true);
  }
}

function reasonOf(code: string, file: string, encrypted: boolean): string {
  if (code === 'SQLITE_FULL') return 'The disk is full.';
  if (code !== 'SQLITE_NOTADB') return `The database file ${file} cannot be copied or read (${code}).`;
  return encrypted
    ? `The file ${file} cannot be read with the given encryption key.`
    : `The file ${file} is not a database, or it is encrypted and no key was given.`;
}
