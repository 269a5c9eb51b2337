/** Tables. Days are `YYYY-MM-DD`, instants milliseconds since 1970 (UTC), money integer EUR cents. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Salutation } from '#domain/people';
import type { RetentionKind } from '#domain/retention';
import type { Gender } from '#domain/steps/horse';
import type { PaymentFrequency, TariffType } from '#domain/tariffs/catalogue';
import { emailAddress } from './addresses';
import { applications, mailboxAsStored } from './schema-applications';

/** Each application has at most one data set of each kind. */
const belongsToApplication = () => ({
  id: text().notNull().unique(),
  applicationId: text('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
});

export const horseData = sqliteTable('horse_data', {
  ...belongsToApplication(),
  insuranceStartDate: text('insurance_start_date').notNull(),
  horseName: text('horse_name').notNull(),
  birthDate: text('birth_date').notNull(),
  gender: text().$type<Gender>().notNull(),
  chipNumber: text('chip_number'),
  requirementsConsent: integer('requirements_consent', { mode: 'boolean' }).notNull(),
});

export const contactData = sqliteTable(
  'contact_data',
  {
    ...belongsToApplication(),
    salutation: text().$type<Salutation>().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: emailAddress().notNull(),
    phone: text().notNull(),
    dataProcessingConsent: integer('data_processing_consent', { mode: 'boolean' }).notNull(),
    /** Consent to automatic reminders; null: none. */
    reminderConsent: integer('reminder_consent', { mode: 'boolean' }),
  },
  (table) => [index('contact_data_mailbox').on(mailboxAsStored(table.email))],
);

export const tariffSelections = sqliteTable('tariff_selections', {
  ...belongsToApplication(),
  tariffType: text('tariff_type').$type<TariffType>().notNull(),
  selfParticipation: integer('self_participation').notNull(),
  paymentFrequency: text('payment_frequency').$type<PaymentFrequency>().notNull(),
  monthlyCents: integer('monthly_cents').notNull(),
});

export const policyholderInfo = sqliteTable(
  'policyholder_info',
  {
    ...belongsToApplication(),
    salutation: text().$type<Salutation>().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    birthDate: text('birth_date').notNull(),
    street: text().notNull(),
    houseNumber: text('house_number').notNull(),
    zipCode: text('zip_code').notNull(),
    city: text().notNull(),
    email: emailAddress().notNull(),
    phone: text().notNull(),
  },
  (table) => [index('policyholder_info_mailbox').on(mailboxAsStored(table.email))],
);

export const sepaMandates = sqliteTable('sepa_mandates', {
  ...belongsToApplication(),
  accountHolder: text('account_holder').notNull(),
  /** Encrypted, see `db/bank-data/cipher.ts`. */
  iban: text().notNull(),
  bic: text().notNull(),
  bankName: text('bank_name').notNull(),
  mandateConsent: integer('mandate_consent', { mode: 'boolean' }).notNull(),
  /** Set at completion; at most 35 characters (SEPA rulebook, AT-01). */
  mandateReference: text('mandate_reference').unique(),
  /** Creditor as the applicant saw it; set at completion, because the operator may change later. */
  creditorName: text('creditor_name'),
  creditorId: text('creditor_id'),
});

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

/** Counts that all instances share; the key is a hash of the limit and the counted address or name. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: integer('ends_at').notNull(),
  },
  (table) => [index('rate_limits_ends').on(table.endsAt)],
);

/** Forms that were sent, and what became of them, as JSON; the key is a hash of the form, its id and its values. */
export const sentForms = sqliteTable(
  'sent_forms',
  {
    key: text().primaryKey(),
    endsAt: integer('ends_at').notNull(),
    result: text().notNull(),
  },
  (table) => [index('sent_forms_ends').on(table.endsAt)],
);

/** When a job last ran on any instance, for jobs that must pause between two runs. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().$type<RetentionKind>().primaryKey(),
  at: integer().notNull(),
});

export * from './schema-applications';
export * from './schema-callbacks';
export * from './schema-desk';
export * from './schema-law';
export * from './schema-mails';
export * from './schema-staff';
