/** At most three statements a step. Saving the same values again changes nothing but the time. */
import { getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type SetInput, type SetRecord, setFields } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import { firstAgeSurchargePercent } from '#domain/tariffs/catalogue';
import type { PricedSelection } from '#domain/tariffs/premium';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Transaction } from '../client';
import { statement } from '../driver/queries';
import {
  applications,
  contactData,
  horseData,
  policyholderInfo,
  sepaMandates,
  tariffSelections,
} from '../schema/applications';
import { premiumOptions } from '../schema/tariffs';
import { surchargeInForce } from '../tariffs/catalogue';

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

/**
 * A data set that changes no price. Null if the application is completed. With `keepingAddress` an address that differs
 * from the stored one stores nothing but the time.
 */
export async function storeSet<K extends SetKey>(
  db: Database,
  cipher: FieldCipher,
  key: K,
  values: SetValues[K],
  touch: Touch,
  keepingAddress = false,
): Promise<(SavedSet<K> & Pick<Touched, 'authorHash' | 'reminderConsent'>) | typeof otherAddress | null> {
  const { upsert, bound, read } = saving(cipher, touch.id, key, values, keepingAddress);
  const [[touched], rows] = await db.store([touchStatements[key].bind(touch), upsert.bind(bound)], touch.id);
  if (!touched) return null;
  const saved = read(rows);
  if (!saved) return keepingAddress ? otherAddress : null;
  const { authorHash, reminderConsent } = touched;
  return { ...saved, authorHash, reminderConsent };
}

export const otherAddress = Symbol('other address');

function saving<K extends SetKey>(
  cipher: FieldCipher,
  applicationId: string,
  key: K,
  values: SetValues[K],
  keepingAddress = false,
) {
  const id = crypto.randomUUID();
  const columns = toColumns(key, values, applicationId, cipher);
  return {
    upsert: upsertOf(key, Object.keys(columns), keepingAddress),
    bound: { id, applicationId, ...columns },
    read([row]: { id: string }[]): SavedSet<K> | null {
      const record = toRecord(key, row && { applicationId, ...columns, id: row.id }, cipher);
      return record && { record, created: record.id === id };
    },
  };
}

type Upsert = ReturnType<typeof statement<{ id: string }[]>>;
const upserts = new Map<string, Upsert>();

function upsertOf(key: SetKey, names: string[], keepingAddress: boolean): Upsert {
  const upsertKey = `${key} ${keepingAddress} ${names}`;
  const known = upserts.get(upsertKey);
  if (known) return known;
  const made = statement((tx) => {
    const table = setTables[key];
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table);
    const given = ['id', 'applicationId', ...names];
    const row = given.map((name) => sql.param(sql.placeholder(name), columns[name]));
    const column = (name: string) => sql.raw(`column${given.indexOf(name) + 1}`);
    const selected = Object.keys(columns).map((name) => (given.includes(name) ? column(name) : sql`null`));
    // of a column that is set, SQLite writes the indexes anew, also with the same value
    const changed = names.filter((name) => !(keepingAddress && name === 'email'));
    const set = changed.map((name) => [name, sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`]);
    const same =
      keepingAddress &&
      sql` and not exists (select 1 from ${table}
      where ${table.applicationId} = column2 and ${columns.email} <> ${column('email')})`;
    // the columns are those of the table that the key names, which the compiler cannot see through the union
    return tx
      .insert(table)
      .select(sql`select ${sql.join(selected, sql`, `)}
        from (values (${sql.join(row, sql`, `)})) where ${isOpen}${same || sql``}`)
      .onConflictDoUpdate({ target: table.applicationId, set: Object.fromEntries(set) as never })
      .returning({ applicationId: table.applicationId, id: table.id });
  }, 'applicationId');
  upserts.set(upsertKey, made);
  return made;
}

/** Of the row of values, whose second one is the id of the application. */
const isOpen = sql`exists (select 1 from ${applications}
  where ${applications.id} = column2 and ${applications.completedAt} is null)`;

export const setTables = {
  'horse-data': horseData,
  'contact-data': contactData,
  'tariff-selection': tariffSelections,
  'policyholder-info': policyholderInfo,
  'sepa-mandate': sepaMandates,
} as const;

/** The values to store for each set; the server adds the premium. */
export type SetValues = {
  [K in SetKey]: K extends 'tariff-selection'
    ? Required<SetInput['tariff-selection']> & { monthlyCents: number }
    : SetInput[K];
};

type Rows = { [K in SetKey]: (typeof setTables)[K]['$inferSelect'] };
type Columns = Record<string, unknown>;

type Codec<K extends SetKey> = {
  /** Columns whose value differs from the field of the same name, or that have no field. */
  columns?: (values: SetValues[K], applicationId: string, cipher: FieldCipher) => Columns;
  record: (row: Rows[K], cipher: FieldCipher | null) => SetRecord[K];
};

const plain = { record: <Row>(row: Row) => row };
const codecs: { [K in SetKey]: Codec<K> } = {
  'horse-data': plain,
  'contact-data': {
    record: ({ reminderConsent, ...row }) => ({ ...row, ...(reminderConsent ? { reminderConsent } : {}) }),
  },
  'tariff-selection': {
    columns: ({ monthlyCents }) => ({ monthlyCents }),
    record: ({ monthlyCents, ...row }) => ({
      ...row,
      selfParticipation: row.selfParticipation as SetRecord['tariff-selection']['selfParticipation'],
      monthlyPremium: monthlyCents / 100,
      annualPremium: (monthlyCents * 12) / 100,
    }),
  },
  'policyholder-info': plain,
  'sepa-mandate': {
    columns: ({ iban, bic }, applicationId, cipher) => ({
      iban: cipher.seal(applicationId, 'iban', iban),
      bic: cipher.seal(applicationId, 'bic', bic),
    }),
    record: ({ mandateReference, creditorName, creditorId, ...row }, cipher) => {
      const opened = (column: 'iban' | 'bic') =>
        !cipher || cipher.isDamaged(row[column]) ? '' : cipher.open(row.applicationId, column, row[column]);
      return {
        ...row,
        iban: opened('iban'),
        bic: opened('bic'),
        ...(mandateReference ? { mandateReference } : {}),
        ...(creditorName && creditorId ? { creditorName, creditorId } : {}),
      };
    },
  },
};

/** Without its ids; null for values left out or empty. Bank data is encrypted. */
export function toColumns<K extends SetKey>(
  key: K,
  values: SetValues[K],
  applicationId: string,
  cipher: FieldCipher,
): Columns {
  const entered = Object.keys(setFields[key]).map((name) => {
    const value: unknown = Reflect.get(values, name);
    return [name, value === '' ? null : (value ?? null)];
  });
  return { ...Object.fromEntries(entered), ...codecs[key].columns?.(values, applicationId, cipher) };
}

/** A stored row as the API returns it, bank data decrypted, or empty without a cipher; null for no row. */
export function toRecord<K extends SetKey>(
  key: K,
  row: unknown,
  cipher: FieldCipher | null,
): SetRecord[K] | null {
  // the row is from the table of this key, which the compiler cannot follow through the index
  return row ? codecs[key].record(row as Rows[K], cipher) : null;
}

/** `baseCents` of the current catalogue; null: no price. */
export type StoredSelection = PricedSelection & {
  monthlyCents: number;
  baseCents: number | null;
  ageSurchargePercent: number;
};

/** Values that prices depend on are read only if the saved set changes a price. */
export type Touched = {
  authorHash: string | null;
  birthDate?: string | null;
  selection: StoredSelection | null;
  /** Read only if the saved set says whether they still do. */
  reminderConsent?: boolean;
};

const id = sql.placeholder('id');
const now = sql.placeholder('now');
const authorHash = sql.placeholder('authorHash');
const network = sql.placeholder('network');
const source = sql.placeholder('source');

/** `now` in milliseconds since 1970; `network`: HMAC of the client network; `source`: stored for a new one only. */
export type Touch = { id: string; now: number; authorHash: string; network: string; source: string };

/**
 * The first statement of saving a step: creates the application or sets its time of change, and reads what prices need.
 * Null if completed. `authorHash` is stored for a new application or with the mandate; the stored one is returned.
 */
export async function touchApplication(tx: Transaction, key: SetKey, values: Touch): Promise<Touched | null> {
  const [row] = await touchStatements[key](tx, values);
  return row ? { ...row, selection: selectionOf(row.selection ?? null) } : null;
}

type TouchedRow = Omit<Touched, 'selection'> & { selection?: string | null };

/** `returned` besides the hash: columns of the row, and values from other tables. */
const touchStatement = (
  set: { updatedAt: SQL; authorHash?: SQL; network?: SQL },
  returned: { row?: { reminderConsent: AnySQLiteColumn }; other?: { birthDate?: SQL; selection?: SQL } } = {},
) =>
  statement<TouchedRow[]>(
    (tx) =>
      tx
        .insert(applications)
        .values({
          ...{ id, createdAt: now, updatedAt: now, authorHash, begunBy: authorHash, source },
          ...(set.network && { network }),
        } as never)
        .onConflictDoUpdate({ target: applications.id, set, setWhere: isNull(applications.completedAt) })
        .returning({
          id: applications.id,
          authorHash: applications.authorHash,
          ...returned.row,
          ...returned.other,
        }) as never,
    // a value outside the row cannot be merged
    returned.other ? undefined : 'id',
  );

const birthDate = sql`(select birth_date from ${horseData} where application_id = ${id})`;
const selection = sql`(
  select json_array(s.tariff_type, s.self_participation, s.payment_frequency, s.monthly_cents, p.monthly_cents,
    ${surchargeInForce})
  from ${tariffSelections} s left join ${premiumOptions} p
    on p.tariff_type = s.tariff_type and p.self_participation = s.self_participation
  where s.application_id = ${id})`;
const touched = { updatedAt: sql`excluded.updated_at` };
const withNetwork = { ...touched, network: sql`excluded.network` };
const touchStatements = {
  'horse-data': touchStatement(touched, { other: { selection } }),
  'contact-data': touchStatement(withNetwork, { row: { reminderConsent: applications.reminderConsent } }),
  'tariff-selection': touchStatement(touched, { other: { birthDate } }),
  'policyholder-info': touchStatement(touched),
  // the browser that saves the bank data becomes the author (decision 002), but not the one that began the draft
  'sepa-mandate': touchStatement({ ...touched, authorHash: sql`excluded.author_hash` }),
};

function selectionOf(json: string | null): StoredSelection | null {
  if (json === null) return null;
  const [tariffType, selfParticipation, paymentFrequency, monthlyCents, baseCents, surcharge] =
    JSON.parse(json);
  const ageSurchargePercent = surcharge ?? firstAgeSurchargePercent;
  return { tariffType, selfParticipation, paymentFrequency, monthlyCents, baseCents, ageSurchargePercent };
}
