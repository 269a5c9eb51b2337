/** At most three statements a step. Saving the same values again changes nothing but the time. */
import { getTableColumns, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications } from '../schema/applications';
import { type SetValues, setTables, toColumns, toRecord } from './sets';
import { type Touch, type Touched, touchStatements } from './touch';

export type SavedSet<K extends SetKey> = { record: SetRecord[K]; created: boolean };

/** Null if the application is completed; `created` is true for the first save. */
export async function saveSet<K extends SetKey>(
  tx: Transaction,
  cipher: FieldCipher,
  applicationId: string,
  key: K,
  values: SetValues[K],
): Promise<SavedSet<K> | null> {
  const { upsert, bound, read } = saving(cipher, applicationId, key, values);
  return read(await upsert(tx, bound));
}

/** A data set that changes no price. Null if the application is completed. */
export async function storeSet<K extends SetKey>(
  db: Database,
  cipher: FieldCipher,
  key: K,
  values: SetValues[K],
  touch: Touch,
): Promise<(SavedSet<K> & Pick<Touched, 'authorHash' | 'reminderConsent'>) | null> {
  const { upsert, bound, read } = saving(cipher, touch.id, key, values);
  const [[touched], rows] = await db.store([touchStatements[key].bind(touch), upsert.bind(bound)], touch.id);
  const saved = read(rows);
  if (!touched || !saved) return null;
  const { authorHash, reminderConsent } = touched;
  return { ...saved, authorHash, reminderConsent };
}

function saving<K extends SetKey>(cipher: FieldCipher, applicationId: string, key: K, values: SetValues[K]) {
  const id = crypto.randomUUID();
  const columns = toColumns(key, values, applicationId, cipher);
  return {
    upsert: upsertOf(key, Object.keys(columns)),
    bound: { id, applicationId, ...columns },
    read([row]: { id: string }[]): SavedSet<K> | null {
      const record = toRecord(key, row && { applicationId, ...columns, id: row.id }, cipher);
      return record && { record, created: record.id === id };
    },
  };
}

type Upsert = ReturnType<typeof statement<{ id: string }[]>>;
const upserts = new Map<string, Upsert>();

function upsertOf(key: SetKey, names: string[]): Upsert {
  const upsertKey = `${key} ${names}`;
  const known = upserts.get(upsertKey);
  if (known) return known;
  const made = statement((tx) => {
    const table = setTables[key];
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
    const given = ['id', 'applicationId', ...names];
    const row = given.map((name) => sql.param(sql.placeholder(name), columns[name]));
    const selected = Object.keys(columns).map((name) =>
      given.includes(name) ? sql.raw(`column${given.indexOf(name) + 1}`) : sql`null`,
    );
    const set = names.map((name) => [name, sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`]);
    // the columns are those of the table that the key names, which the compiler cannot see through the union
    return tx
      .insert(table)
      .select(sql`select ${sql.join(selected, sql`, `)}
        from (values (${sql.join(row, sql`, `)})) where ${isOpen}`)
      .onConflictDoUpdate({ target: table.applicationId, set: Object.fromEntries(set) as never })
      .returning({ applicationId: table.applicationId, id: table.id });
  }, 'applicationId');
  upserts.set(upsertKey, made);
  return made;
}

/** Of the row of values, whose second one is the id of the application. */
const isOpen = sql`exists (select 1 from ${applications}
  where ${applications.id} = column2 and ${applications.completedAt} is null)`;
