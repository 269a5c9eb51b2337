/** Saving a step in at most three statements: begin or touch the application, store the set, correct its price. */
import { getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import type { TariffType } from '#domain/tariffs/catalogue';
import type { PricedSelection } from '#domain/tariffs/premium';
import type { FieldCipher } from '../bank-data/cipher';
import type { Transaction } from '../client';
import { statement } from '../driver/session';
import { applications, horseData, premiumOptions, tariffSelections } from '../schema';
import { type SetValues, setTables, toColumns, toRecord } from './sets';

/** What is stored of an application's selection, with the base premium of today's catalogue; all in cents. */
export type StoredSelection = PricedSelection & { monthlyCents: number; baseCents: number | null };

/** What a touch tells of an application. What prices depend on is read for the sets that change them only. */
export type Touched = {
  authorHash: string | null;
  /** Birth date of its horse; null while it is not known. */
  birthDate?: string | null;
  selection: StoredSelection | null;
};

const given = {
  id: sql.placeholder('id'),
  now: sql.placeholder('now'),
  authorHash: sql.placeholder('authorHash'),
};

/**
 * Begins the application or touches it; answers whose it is, null when it is completed. The hash marks its author when
 * it is new, and also later when the set is the mandate.
 */
export async function touchApplication(
  tx: Transaction,
  key: SetKey,
  values: { id: string; now: number; authorHash: string },
): Promise<Touched | null> {
  const [row] = await touches[key](tx, values);
  return row ? { ...row, selection: selectionOf(row.selection ?? null) } : null;
}

type Told = { authorHash: string | null; birthDate?: string | null; selection?: string | null };

const touching = (set: { updatedAt: SQL; authorHash?: SQL }, told: { birthDate?: SQL; selection?: SQL }) =>
  statement<Told[]>(
    (tx) =>
      tx
        .insert(applications)
        .values({
          id: given.id,
          createdAt: given.now,
          updatedAt: given.now,
          authorHash: given.authorHash,
        } as never)
        .onConflictDoUpdate({ target: applications.id, set, setWhere: isNull(applications.completedAt) })
        .returning({ authorHash: applications.authorHash, ...told }) as never,
  );

const birthDate = sql`(select birth_date from ${horseData} where application_id = ${given.id})`;
const selection = sql`(
  select json_array(s.tariff_type, s.self_participation, s.payment_frequency, s.monthly_cents, p.monthly_cents)
  from ${tariffSelections} s left join ${premiumOptions} p
    on p.tariff_type = s.tariff_type and p.self_participation = s.self_participation
  where s.application_id = ${given.id})`;
const touched = { updatedAt: sql`excluded.updated_at` };
const touch = touching(touched, {});
const touches = {
  'horse-data': touching(touched, { selection }),
  'contact-data': touch,
  'tariff-selection': touching(touched, { birthDate }),
  'policyholder-info': touch,
  // the bank data now comes from this browser: it becomes the author
  'sepa-mandate': touching({ ...touched, authorHash: sql`excluded.author_hash` }, {}),
};

function selectionOf(json: string | null): StoredSelection | null {
  if (json === null) return null;
  const [tariffType, selfParticipation, paymentFrequency, monthlyCents, baseCents] = JSON.parse(json);
  return { tariffType, selfParticipation, paymentFrequency, monthlyCents, baseCents };
}

/** Monthly base premium of a tariff at a deductible, in cents; null when the catalogue does not price it. */
export async function findBaseCents(
  tx: Transaction,
  tariffType: TariffType,
  selfParticipation: number,
): Promise<number | null> {
  const [row] = await basePremium(tx, { tariffType, selfParticipation });
  return row?.monthlyCents ?? null;
}

const basePremium = statement((tx) => {
  const { tariffType, selfParticipation, monthlyCents } = premiumOptions;
  return tx
    .select({ monthlyCents })
    .from(premiumOptions)
    .where(
      sql`${tariffType} = ${sql.placeholder('tariffType')} and ${selfParticipation} = ${sql.placeholder('selfParticipation')}`,
    );
});

/** Saves a data set, new or again; `created` tells the first time. One statement. */
export async function saveSet<K extends SetKey>(
  tx: Transaction,
  cipher: FieldCipher,
  applicationId: string,
  key: K,
  values: SetValues[K],
): Promise<{ record: SetRecord[K]; created: boolean }> {
  const id = crypto.randomUUID();
  const columns = toColumns(key, values, applicationId, cipher);
  const [row] = await upsertOf(key, Object.keys(columns))(tx, { id, applicationId, ...columns });
  const record = toRecord(key, row && { applicationId, ...columns, id: row.id }, cipher);
  if (!record) throw new Error('An upsert answered no row.');
  return { record, created: record.id === id };
}

type Upsert = ReturnType<typeof statement<{ id: string }[]>>;
const upserts = new Map<string, Upsert>();

function upsertOf(key: SetKey, names: string[]): Upsert {
  const mark = `${key} ${names}`;
  const known = upserts.get(mark);
  if (known) return known;
  const made = statement((tx) => {
    const table = setTables[key];
    const row = ['id', 'applicationId', ...names].map((name) => [name, sql.placeholder(name)]);
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
    const set = names.map((name) => [name, sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`]);
    // the columns are those of the table that the key names, which the compiler cannot see through the union
    return tx
      .insert(table)
      .values(Object.fromEntries(row) as never)
      .onConflictDoUpdate({ target: table.applicationId, set: Object.fromEntries(set) as never })
      .returning({ id: table.id });
  });
  upserts.set(mark, made);
  return made;
}
