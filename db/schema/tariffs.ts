import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { TariffType } from '#domain/tariffs/catalogue';
import type { TariffState, TariffTerms } from '#domain/tariffs/versions';

export const tariffs = sqliteTable('tariffs', {
  type: text().$type<TariffType>().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
  badge: text().notNull(),
});

export const premiumOptions = sqliteTable(
  'premium_options',
  {
    tariffType: text('tariff_type')
      .$type<TariffType>()
      .notNull()
      .references(() => tariffs.type, { onDelete: 'cascade' }),
    selfParticipation: integer('self_participation').notNull(),
    monthlyCents: integer('monthly_cents').notNull(),
  },
  (table) => [uniqueIndex('premium_options_key').on(table.tariffType, table.selfParticipation)],
);

export const tariffBenefits = sqliteTable(
  'tariff_benefits',
  {
    tariffType: text('tariff_type')
      .$type<TariffType>()
      .notNull()
      .references(() => tariffs.type, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
  },
  (table) => [uniqueIndex('tariff_benefits_key').on(table.tariffType, table.position)],
);

/** The tariffs over time. The active version is also in `tariffs`, `premium_options` and `tariff_benefits`. */
export const tariffVersions = sqliteTable(
  'tariff_versions',
  {
    id: text().primaryKey(),
    /** Counts from 1 in the order of creation. Only that of a deleted draft is used again. */
    number: integer().notNull().unique(),
    /** Counts the changes of a draft. Who changes one names the version that they saw. */
    version: integer().notNull().default(1),
    validFrom: text('valid_from').notNull(),
    state: text().$type<TariffState>().notNull(),
    terms: text({ mode: 'json' }).$type<TariffTerms>().notNull(),
    createdBy: text('created_by').notNull(),
    releasedBy: text('released_by'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('tariff_versions_active').on(table.state).where(sql`${table.state} = 'active'`),
    index('tariff_versions_released').on(table.validFrom).where(sql`${table.state} = 'released'`),
  ],
);
