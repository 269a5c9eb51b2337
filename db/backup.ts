import { type Client, createClient } from '@libsql/client/sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type FieldCipher, keyIdIn } from './bank-data/cipher';
import { codeOf, DatabaseUnavailable } from './driver/errors';
import { notADatabase, urlOf } from './driver/local/files';
import { type Cell, findDamagedTexts } from './texts';

/** How long a copy waits for the file, e.g. while a starting server recovers the log. */
const waitMs = 10_000;

/** `target` must be missing or empty; a server may write meanwhile. Never in a process that has the file open. */
export async function copyDatabase(source: string, target: string, encryptionKey?: string): Promise<void> {
  await withFile(source, encryptionKey, async (client) => {
    // first, so that a wrong key is not reported as a failed copy
    await client.execute('SELECT count(*) FROM sqlite_schema');
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] });
  });
}

type Findings = {
  /** A sentence; null if the copy is intact, its migrations are known, and all its bank data can be decrypted. */
  fault: string | null;
  /** Damaged texts. Then nothing is known of migrations and keys. */
  damaged: Cell[];
};

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
      const references = await referenceFault(client);
      if (references !== null || damaged.length > 0) return { fault: references, damaged };
      const fault =
        (await migrationFault(client, known)) ??
        (await bankDataFault(client, cipher)) ??
        (await personKeyFault(client, cipher));
      return { fault, damaged };
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return { fault: error.message.replace(/\.$/, ''), damaged: [] };
  }
}

export async function countRows(file: string, encryptionKey?: string): Promise<Record<string, number>> {
  return await withFile(file, encryptionKey, async (client) => {
    const { rows } = await client.execute(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const [row] = (await client.execute(`SELECT count(*) FROM "${name}"`)).rows;
      counts[String(name)] = Number(row?.[0]);
    }
    return counts;
  });
}

/** Moves the write-ahead log of a database into its file. Does nothing if the file cannot be read. */
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
  const hashes = await textsOf(client, '__drizzle_migrations', ['hash']);
  if (hashes.length === 0) return 'it holds no database of this product';
  const unknown = hashes.filter(([hash = '']) => !known.has(hash));
  return unknown.length > 0 ? `a later version of the product made it (${unknown.length} migrations)` : null;
}

async function bankDataFault(client: Client, cipher: FieldCipher): Promise<string | null> {
  const rows = await textsOf(client, 'sepa_mandates', ['application_id', 'iban', 'bic']);
  const closed = rows.filter(([id = '', iban = '', bic = '']) => {
    // no key decrypts what a start of 0.2.0 has mended, and every copy of this database has the same damage
    if ([id, iban, bic].some(cipher.isDamaged)) return false;
    return !doesOpen(cipher, id, 'iban', iban) || !doesOpen(cipher, id, 'bic', bic);
  });
  if (closed.length === 0) return null;
  const ids = new Set(closed.map(([, iban = '']) => keyIdIn(iban) ?? 'without a name'));
  return `${closed.length} of its ${rows.length} mandates open neither with DATA_KEY nor with DATA_KEY_PREVIOUS, they need the key ${[...ids].join(', ')}`;
}

async function personKeyFault(client: Client, cipher: FieldCipher): Promise<string | null> {
  // 0.2.0 may have made the copy
  const table = await client.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sealed_keys'");
  const rows = table.rows.length > 0 ? await textsOf(client, 'sealed_keys', ['name', 'sealed']) : [];
  const closed = rows.filter(([name = '', sealed = '']) => !doesOpen(cipher, '', name, sealed));
  if (closed.length === 0) return null;
  return `the key of the persons in its proofs opens neither with DATA_KEY nor with DATA_KEY_PREVIOUS, it needs the key ${keyIdIn(closed[0]?.[1] ?? '') ?? 'without a name'}`;
}

function doesOpen(cipher: FieldCipher, ...[id, column, text]: Parameters<FieldCipher['open']>): boolean {
  try {
    cipher.open(id, column, text);
    return true;
  } catch {
    return false;
  }
}

async function textsOf(client: Client, table: string, columns: string[]): Promise<string[][]> {
  const { rows } = await client.execute(`SELECT ${columns} FROM ${table}`);
  return rows.map((row) => Array.from(row, String));
}

export async function withFile<T>(
  file: string,
  encryptionKey: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ url: urlOf(file), encryptionKey, concurrency: 1, timeout: waitMs });
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
    // the driver closes the file only when its handle is collected, and the caller may rename the file
    Bun.gc(true);
  }
}
