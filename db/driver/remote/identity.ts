import type { Client } from '@libsql/client';

/** Returns the random id by which replicas recognise a primary; creates it if it is missing. */
export async function establishIdentity(primary: Client): Promise<string> {
  // a start with nothing to write must not wait for other writers
  const known = await readIdentity(primary);
  if (known !== undefined) return known;
  await primary.batch(
    [
      'CREATE TABLE IF NOT EXISTS __database_identity (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL)',
      [
        'INSERT INTO __database_identity (one, id) VALUES (1, ?) ON CONFLICT DO NOTHING',
        [crypto.randomUUID()],
      ],
    ],
    'write',
  );
  const identity = await readIdentity(primary);
  if (identity === undefined) throw new Error('The primary did not keep its identity.');
  return identity;
}

export async function readIdentity(client: Client): Promise<string | undefined> {
  const table = await client.execute("SELECT 1 FROM sqlite_schema WHERE name = '__database_identity'");
  if (table.rows.length === 0) return undefined;
  const { rows } = await client.execute('SELECT id FROM __database_identity');
  return rows[0]?.id?.toString();
}
