/** The first statement of saving a step: creates the application or sets its time of change, and reads what prices need. */
import { isNull, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { SetKey } from '#domain/steps/all';
import { firstAgeSurchargePercent } from '#domain/tariffs/catalogue';
import type { PricedSelection } from '#domain/tariffs/premium';
import type { Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications, horseData, tariffSelections } from '../schema/applications';
import { premiumOptions } from '../schema/tariffs';
import { surchargeInForce } from '../tariffs/catalogue';

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

/** Null if completed. `authorHash` is stored for a new application or with the mandate; the stored one is returned. */
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
export const touchStatements = {
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
