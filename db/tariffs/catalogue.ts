import { asc, eq, sql } from 'drizzle-orm';
import {
  type Catalogue,
  deductibles,
  firstAgeSurchargePercent,
  type TariffType,
} from '#domain/tariffs/catalogue';
import type { Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { premiumOptions, tariffBenefits, tariffs, tariffVersions } from '../schema/tariffs';

/** Percent of the age surcharge in force; null before the first version. For a statement that needs it. */
export const surchargeInForce = sql<number | null>`(select ${tariffVersions.terms} ->> '$.ageSurchargePercent'
  from ${tariffVersions} where ${tariffVersions.state} = 'active')`;

/** Money in EUR. One statement, because on a replica several ones may see different versions. */
export async function readCatalogue(reader: Reader): Promise<Catalogue> {
  const rows = await wholeCatalogue(reader, {});
  return {
    tariffs: rows.map(({ type, name, badge, options, benefits }) => ({
      type,
      name,
      badge,
      premiumOptions: sorted<[number, number]>(options).map(([selfParticipation, cents]) => ({
        selfParticipation,
        monthlyPremium: cents / 100,
      })),
      benefits: sorted<[number, string, string]>(benefits).map(([, name, beschreibung]) => ({
        name,
        beschreibung,
      })),
    })),
    selfParticipationOptions: [...deductibles],
    ageSurchargePercent: rows[0]?.surcharge ?? firstAgeSurchargePercent,
  };
}

const wholeCatalogue = statement((on) =>
  on
    .select({
      type: tariffs.type,
      name: tariffs.name,
      badge: tariffs.badge,
      options: sql<string>`(select json_group_array(json_array(self_participation, monthly_cents))
        from ${premiumOptions} where tariff_type = ${tariffs.type})`.as('options'),
      benefits: sql<string>`(select json_group_array(json_array(position, name, description))
        from ${tariffBenefits} where tariff_type = ${tariffs.type})`.as('benefits'),
      surcharge: surchargeInForce.as('surcharge'),
    })
    .from(tariffs)
    .orderBy(asc(tariffs.position)),
);

/** The rows of a JSON array by their first value: SQLite promises no order. */
function sorted<Row extends [number, ...unknown[]]>(json: string): Row[] {
  const rows: Row[] = JSON.parse(json);
  return rows.sort(([one], [other]) => one - other);
}

/** Monthly base premium of a tariff in cents (null: no price for the deductible), and the age surcharge in percent. */
export async function findBasePrice(tx: Transaction, tariffType: TariffType, selfParticipation: number) {
  const [row] = await basePrice(tx, { tariffType, selfParticipation });
  return {
    baseCents: row?.baseCents ?? null,
    ageSurchargePercent: row?.surcharge ?? firstAgeSurchargePercent,
  };
}

const basePrice = statement((tx) =>
  tx
    .select({ baseCents: premiumOptions.monthlyCents, surcharge: surchargeInForce.as('surcharge') })
    .from(premiumOptions)
    .where(
      sql`${premiumOptions.tariffType} = ${sql.placeholder('tariffType')} and ${premiumOptions.selfParticipation} = ${sql.placeholder('selfParticipation')}`,
    ),
);

/** The surcharge is that of the active version. */
export async function replaceCatalogue(tx: Transaction, catalogue: Catalogue): Promise<void> {
  // `on delete cascade` deletes prices and benefits too
  await tx.delete(tariffs);
  for (const [position, tariff] of catalogue.tariffs.entries()) {
    const { type, name, badge } = tariff;
    await tx.insert(tariffs).values({ type, position, name, badge });
    const options = tariff.premiumOptions.map(({ selfParticipation, monthlyPremium }) => ({
      tariffType: type,
      selfParticipation,
      monthlyCents: Math.round(monthlyPremium * 100),
    }));
    if (options.length > 0) await tx.insert(premiumOptions).values(options);
    const benefits = tariff.benefits.map(({ name, beschreibung: description }, position) => ({
      ...{ tariffType: type, position, name, description },
    }));
    if (benefits.length > 0) await tx.insert(tariffBenefits).values(benefits);
  }
}

/** That of the tariffs under which it was completed; for an open one the surcharge in force. */
export async function findAgeSurcharge(
  reader: Reader,
  { tariffVersion, completed }: { tariffVersion: number | null; completed: boolean },
): Promise<number> {
  const { terms, number, state } = tariffVersions;
  const [row] = await reader
    .select({ percent: sql<number>`${terms} ->> '$.ageSurchargePercent'` })
    .from(tariffVersions)
    // applications from before the versions were completed under what became the first one
    .where(completed ? eq(number, tariffVersion ?? firstNumber) : eq(state, 'active'));
  return row?.percent ?? firstAgeSurchargePercent;
}

const firstNumber = 1;
