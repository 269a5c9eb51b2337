import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { openDatabase } from '#db/open';
import { afterThisTest } from '#tests/support/endings';

/** The methods that transactions and readers have in common. */
export type Queries = Pick<Database['read'], 'all' | 'run' | 'get'>;

/** Opens a database until the end of the test, and creates the table of notes. */
export async function openNotes(config: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const db = await openDatabase(config);
  afterThisTest(() => db.close());
  await db.write((tx) => tx.run(sql`create table notes (id text primary key, n integer not null)`));
  return db;
}

export async function addNote(tx: Queries, id: string): Promise<void> {
  await tx.run(sql`insert into notes values (${id}, 1)`);
}

export async function notes(from: Queries): Promise<string[]> {
  return (await from.all<{ id: string }>(sql`select id from notes order by id`)).map(({ id }) => id);
}
