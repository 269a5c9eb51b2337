/** All that is stored. */
import { sql } from 'drizzle-orm';
import type { TestApp } from '#tests/support/app';

/** These follow the rows of others. */
const counters = ['audit_chain', 'sqlite_sequence'];

/** A hash of the rows of each table. That an answer showed persons is recorded for every call, and does not count. */
export async function contentsOf({ db, listings }: TestApp): Promise<Record<string, string>> {
  await listings.settled();
  const tables = await db.read.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table'`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !counters.includes(name));
  const hashes = names.map(async (name) => {
    const which = name === 'audit_log' ? `where action <> 'persons_listed'` : '';
    const rows = await db.read.all(sql.raw(`select * from "${name}" ${which}`));
    return [name, `${rows.length} rows, ${Bun.hash(JSON.stringify(rows))}`] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}
