/** The catalogue in the database: filled once from the built-in one, then changed by the operator. */
import { asc } from 'drizzle-orm';
import { firstCatalogue } from '#domain/landing-facts';
import { type Catalogue, deductibles, fallbackCatalogue } from '#domain/tariffs/catalogue';
import type { Database, Reader, Transaction } from './client';
import { premiumOptions, tariffBenefits, tariffs } from './schema';

/** The catalogue as `GET /api/tariffs` returns it; money in EUR. One round trip of three statements. */
export async function readCatalogue(db: Database): Promise<Catalogue> {
  return assemble(...(await db.read.batch(queriesOn(db.read))));
}

/** Fills an empty catalogue from `firstCatalogue`, and replaces an unchanged one that an earlier version seeded. */
export async function seedCatalogue(db: Database): Promise<void> {
  // a start with nothing to write must not wait for other writers
  if (isOperators(await readCatalogue(db))) return;
  await db.write(async (tx) => {
    const [rows, options, benefits] = queriesOn(tx);
    if (isOperators(assemble(await rows, await options, await benefits))) return;
    // `on delete cascade` deletes prices and benefits too
    await tx.delete(tariffs);
    await insertCatalogue(tx, firstCatalogue);
  });
}

/** True unless the catalogue is empty or equals the one that earlier versions seeded. */
function isOperators(stored: Catalogue): boolean {
  return stored.tariffs.length > 0 && !Bun.deepEquals(stored, fallbackCatalogue);
}

async function insertCatalogue(tx: Transaction, catalogue: Catalogue): Promise<void> {
  for (const [position, tariff] of catalogue.tariffs.entries()) {
    const { type, name, badge } = tariff;
    await tx.insert(tariffs).values({ type, position, name, badge });
    await tx.insert(premiumOptions).values(
      tariff.premiumOptions.map(({ selfParticipation, monthlyPremium }) => ({
        tariffType: type,
        selfParticipation,
        monthlyCents: Math.round(monthlyPremium * 100),
      })),
    );
    await tx.insert(tariffBenefits).values(
      tariff.benefits.map((benefit, index) => ({
        tariffType: type,
        position: index,
        name: benefit.name,
        description: benefit.beschreibung,
      })),
    );
  }
}

function queriesOn(reader: Reader) {
  return [
    reader.select().from(tariffs).orderBy(asc(tariffs.position)),
    reader.select().from(premiumOptions).orderBy(asc(premiumOptions.selfParticipation)),
    reader.select().from(tariffBenefits).orderBy(asc(tariffBenefits.position)),
  ] as const;
}

function assemble(
  rows: (typeof tariffs.$inferSelect)[],
  options: (typeof premiumOptions.$inferSelect)[],
  benefits: (typeof tariffBenefits.$inferSelect)[],
): Catalogue {
  return {
    tariffs: rows.map(({ type, name, badge }) => ({
      type,
      name,
      badge,
      premiumOptions: options
        .filter((option) => option.tariffType === type)
        .map(({ selfParticipation, monthlyCents }) => ({
          selfParticipation,
          monthlyPremium: monthlyCents / 100,
        })),
      benefits: benefits
        .filter((benefit) => benefit.tariffType === type)
        .map(({ name, description }) => ({ name, beschreibung: description })),
    })),
    selfParticipationOptions: [...deductibles],
  };
}
