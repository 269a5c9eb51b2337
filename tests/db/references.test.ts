/** Rows that refer to another row are found by an index when that row is deleted, so that no deletion reads a table. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { startApp } from '#tests/support/app';

test('every reference has an index', async () => {
  const { db } = await startApp();
  const rows = (query: string) => db.read.all<Record<string, string>>(sql.raw(query));
  const references = await rows(
    `select tables.name as child, lists."from" as column_name
      from sqlite_master as tables join pragma_foreign_key_list(tables.name) as lists where tables.type = 'table'`,
  );
  expect(references.length).toBeGreaterThan(12);
  const unindexed: string[] = [];
  for (const { child, column_name: column } of references) {
    const [plan] = await rows(`explain query plan select 1 from ${child} where ${column} = 'x'`);
    if (!plan?.detail?.startsWith('SEARCH')) unindexed.push(`${child}.${column}: ${plan?.detail}`);
  }
  expect(unindexed).toEqual([]);
});
