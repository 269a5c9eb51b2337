/** `docs/personal-data.md` against the schema: whoever adds a column says what it is, and how long it is kept. */
// ASVS 14.1.1, 14.1.2, 16.1.1, 16.2.3
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { erasers } from '#db/erasers';
import { addressColumns } from '#db/persons';
import { retentionKinds } from '#domain/retention/periods';
import { schema } from '#tests/support/schema';

const text = await Bun.file(join(import.meta.dir, '../../docs/personal-data.md')).text();

const tables = Object.values(schema).flatMap((value) =>
  is(value, SQLiteTable) ? [getTableConfig(value)] : [],
);
const stored = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));

/** The cells of the rows below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, part = ''] = text.split(`## ${heading}\n`);
  const [section = ''] = part.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The columns in a cell, such as "`users`: `id`, `role`". */
function columnsIn(cell = ''): string[] {
  const [table = '', ...columns] = Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  return columns.map((column) => `${table}.${column}`);
}

const personal = rowsBelow('In the database');
const impersonal = rowsBelow('Columns that are about nobody');

describe('the record of personal data', () => {
  test('names every column once, and no other', () => {
    const named = [...personal.map(([, cell]) => cell), ...impersonal.map(([cell]) => cell)].flatMap(
      columnsIn,
    );
    expect(named.toSorted()).toEqual(stored.toSorted());
  });

  test('says of all personal data whose it is, why it is stored, and how long', () => {
    for (const cells of personal) {
      expect(cells).toHaveLength(5);
      expect(cells.filter((cell) => cell === '')).toEqual([]);
    }
  });

  test('names each kind that is deleted by the clock, and no other', () => {
    const kinds = personal.flatMap(([, , , , kept = '']) =>
      Array.from(kept.matchAll(/`([^`]+)`/g), ([, kind]) => kind),
    );
    expect([...new Set(kinds)].toSorted()).toEqual(retentionKinds.toSorted());
  });

  test('names no table that stays when its person is erased, or whose address finds nobody', () => {
    const erased = new Set<string>(Object.values(erasers).map(({ table }) => table));
    const goes = (name: string): boolean =>
      erased.has(name) ||
      tables
        .filter((table) => table.name === name)
        .flatMap(({ foreignKeys }) => foreignKeys.filter(({ onDelete }) => onDelete === 'cascade'))
        .some((key) => goes(getTableName(key.reference().foreignTable)));
    const goWith = personal.filter(([, , , , kept = '']) => /^with the /.test(kept));
    const names = goWith.map(([, cell = '']) => cell.split('`')[1] ?? '');
    // by `leaveHandovers`
    expect(names.filter((name) => !goes(name))).toEqual(['handover_items']);
    const found = Object.values(addressColumns).map(
      ({ email }) => `${getTableName(email.table)}.${email.name}`,
    );
    // of staff
    const addresses = stored.filter((column) => /email$/.test(column) && column !== 'users.email');
    expect(found.toSorted()).toEqual(addresses.toSorted());
  });
});
