/** The catalogue in the database: seeded once from the built-in one, then the operator's to change. */
import { asc, sql } from 'drizzle-orm';
import { type Catalogue, deductibles, fallbackCatalogue } from '../domain/tariffs';
import type { Database } from './client';
import { premiumOptions, tariffBenefits, tariffs } from './schema';

/** The catalogue as `GET /api/tariffs` answers it; money in EUR. One round trip of three statements. */
export async function readCatalogue(db: Database): Promise<Catalogue> {
  const [rows, options, benefits] = await db.read.batch([
    db.read.select().from(tariffs).orderBy(asc(tariffs.position)),
    db.read.select().from(premiumOptions).orderBy(asc(premiumOptions.selfParticipation)),
    db.read.select().from(tariffBenefits).orderBy(asc(tariffBenefits.position)),
  ]);
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

/** Fills an empty catalogue from `fallbackCatalogue`; leaves one that has tariffs alone. */
export async function seedCatalogue(db: Database): Promise<void> {
  await db.write(async (tx) => {
    const [present] = await tx.select({ total: sql<number>`count(*)` }).from(tariffs);
    if (present && present.total > 0) return;
    for (const [position, tariff] of fallbackCatalogue.tariffs.entries()) {
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
  });
}
