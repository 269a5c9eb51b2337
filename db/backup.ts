/** Whole copies of a local database file: made beside a running server, and looked over before they are trusted. */
import { type Client, createClient } from '@libsql/client/sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type FieldCipher, keyIdIn } from './bank-data/cipher';
import { codeOf, DatabaseUnavailable } from './driver/errors';
import { notADatabase, urlOf } from './driver/files';
import { type Cell, decodeLossily, findDamagedTexts, isDamaged } from './texts';

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

export type Findings = {
  /** In one sentence; null: the copy is sound, its migrations are known, and all its bank data opens. */
  fault: string | null;
  /** Texts that are damaged. They make no fault: a start mends them. */
  damaged: Cell[];
};

/** Looks a copy over; its migrations are known when they are those in `migrationsFolder` or the first of them. */
export async function lookOver(
  file: string,
  migrationsFolder: string,
  cipher: FieldCipher,
  encryptionKey?: string,
): Promise<Findings> {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash));
  try {
    return await withFile(file, encryptionKey, async (client) => {
      const integrity = await client.execute('PRAGMA integrity_check(1)');
      if (integrity.rows[0]?.[0] !== 'ok') return { fault: 'it is damaged (integrity check)', damaged: [] };
      const damaged = await findDamagedTexts(async (query) => (await client.execute(query)).rows);
      const fault =
        (await referenceFault(client)) ??
        (await migrationFault(client, known)) ??
        (await bankDataFault(client, cipher));
      return { fault, damaged };
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return { fault: error.message.replace(/\.$/, ''), damaged: [] };
  }
}

/** Brings what is in the log of a database into its file, so far as that can be read: it may be the damaged one. */
export async function emptyLogOf(file: string, encryptionKey?: string): Promise<void> {
  await withFile(file, encryptionKey, (client) => client.execute('PRAGMA wal_checkpoint(TRUNCATE)')).catch(
    () => {},
  );
}

async function referenceFault(client: Client): Promise<string | null> {
  const { rows } = await client.execute('PRAGMA foreign_key_check');
  return rows.length === 0 ? null : `${rows.length} of its rows refer to nothing`;
}

async function migrationFault(client: Client, known: ReadonlySet<string>): Promise<string | null> {
  const table = await client.execute("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'");
  if (table.rows.length === 0) return 'it holds no database of this product';
  const hashes = await readLossily(client, '__drizzle_migrations', ['hash']);
  if (hashes.length === 0) return 'it holds no database of this product';
  const unknown = hashes.filter(([hash = '']) => !known.has(hash));
  return unknown.length > 0 ? `a later version of the product made it (${unknown.length} migrations)` : null;
}

async function bankDataFault(client: Client, cipher: FieldCipher): Promise<string | null> {
  const rows = await readLossily(client, 'sepa_mandates', ['application_id', 'iban', 'bic']);
  const closed = rows.filter(([id = '', iban = '', bic = '']) => {
    // damaged, now or before a start replaced it: no key opens it, and no copy without it can be had
    if ([id, iban, bic].some(isDamaged)) return false;
    const opens = (column: string, text: string) => {
      try {
        cipher.open(id, column, text);
        return true;
      } catch {
        return false;
      }
    };
    return !opens('iban', iban) || !opens('bic', bic);
  });
  if (closed.length === 0) return null;
  const ids = new Set(closed.map(([, iban = '']) => keyIdIn(iban) ?? 'without a name'));
  return `${closed.length} of its ${rows.length} mandates open neither with DATA_KEY nor with DATA_KEY_PREVIOUS, they need the key ${[...ids].join(', ')}`;
}

/** These texts of all rows, as bytes first: the driver ends the process at one that is damaged. */
async function readLossily(client: Client, table: string, columns: string[]): Promise<string[][]> {
  const cells = columns.map((column) => `CAST(${column} AS BLOB)`);
  const { rows } = await client.execute(`SELECT ${cells} FROM ${table}`);
  return rows.map((row) => Array.from(row, (cell) => decodeLossily(cell)));
}

async function withFile<T>(
  file: string,
  encryptionKey: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ url: urlOf(file), encryptionKey, concurrency: 1, timeout: patienceMs });
  try {
    return await work(client);
  } catch (error) {
    const code = codeOf(error) ?? 'no code';
    if (code === 'SQLITE_NOTADB') throw notADatabase(file, encryptionKey !== undefined);
    throw new DatabaseUnavailable(
      code === 'SQLITE_FULL'
        ? 'The disk is full.'
        : `The database file ${file} cannot be copied or read (${code}).`,
    );
  } finally {
    client.close();
    // the driver lets go of the file when its handle is collected, and the file may be about to be renamed
    Bun.gc(true);
  }
}
