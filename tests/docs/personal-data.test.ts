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
const stored = tables.flatMap(({ name, columns }) =>
  columns.map((column) => `${name}.${column.name}`).filter((one) => !/\.(?:id|application_id)$/.test(one)),
);

function below(heading: string): string {
  return text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

/** The rows of the tables that name a table of the database; what has no fourth cell goes with the application. */
const personal = Array.from(below('In the database').matchAll(/^\|(.*: `(\w+)`.*)\|$/gm), (found) => {
  const [, row = '', name = ''] = found;
  const [, whose = '', why = '', kept = 'with the application'] = row.split('|').map((cell) => cell.trim());
  return { name, whose, why, kept };
});
const keptAs = Array.from(
  text.matchAll(/\bkept\sas\s((?:`\w+`(?:,\s|\sor\s)?)+)/g),
  ([, kinds = '']) => kinds,
);
const codesIn = (part: string) => Array.from(part.matchAll(/`(\w+)`/g), ([, code = '']) => code);

describe('the record of personal data', () => {
  test('lists every column once, and no other', () => {
    const lines = below('Columns').split('\n- ').slice(1);
    const listed = lines.map((line) => /^`(\w+)`:([\w,\s]+)$/.exec(line)?.slice(1) ?? [line]);
    const named = listed.flatMap(([name, columns = '']) =>
      columns.match(/\w+/g)?.map((one) => `${name}.${one}`),
    );
    expect(named.toSorted()).toEqual(stored.toSorted());
    const told = [
      'applications',
      ...personal.map(({ name }) => name),
      ...codesIn(below('About nobody').split('\n\n')[0] ?? ''),
    ];
    expect(told.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  test('says of all personal data whose it is, why it is stored, and how long', () => {
    expect(personal.filter((row) => Object.values(row).includes(''))).toEqual([]);
  });

  test('names each kind that is deleted by the clock, and no other', () => {
    const kinds = [...personal.map(({ kept }) => kept), ...keptAs].flatMap(codesIn);
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
    const names = personal.filter(({ kept }) => /^with the /.test(kept)).map(({ name }) => name);
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
