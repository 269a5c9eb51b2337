/** Rows that refer to another row are found by an index when that row is deleted, so that no deletion reads a table. */
import { expect, test } from 'bun:test';
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { startApp } from '#tests/support/app';
import { schema } from '#tests/support/schema';

/** With what becomes of the row. */
const described = Object.values(schema).flatMap((table) =>
  is(table, SQLiteTable)
    ? getTableConfig(table).foreignKeys.map(
        (key) => `${getTableName(table)}.${key.reference().columns[0]?.name}: ${key.onDelete ?? 'no action'}`,
      )
    : [],
);

test('every reference is as the schema says, and has an index', async () => {
  const { db } = await startApp();
  const rows = (query: string) => db.read.all<Record<string, string>>(sql.raw(query));
  const references = await rows(
    `select tables.name as child, lists."from" as column_name, on_delete
      from sqlite_master as tables join pragma_foreign_key_list(tables.name) as lists where tables.type = 'table'`,
  );
  expect(references.length).toBeGreaterThan(12);
  const unindexed: string[] = [];
  const written = references.map((one) => `${one.child}.${one.column_name}: ${one.on_delete?.toLowerCase()}`);
  expect(written.toSorted()).toEqual(described.toSorted());
  for (const { child, column_name: column } of references) {
    const [plan] = await rows(`explain query plan select 1 from ${child} where ${column} = 'x'`);
    if (!plan?.detail?.startsWith('SEARCH')) unindexed.push(`${child}.${column}: ${plan?.detail}`);
  }
  expect(unindexed).toEqual([]);
});
