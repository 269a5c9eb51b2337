/** Tables of applications and their data sets. Days are `YYYY-MM-DD`, instants ms since 1970 (UTC), money integer EUR cents. */
import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core';
import { defaultSource } from '#domain/fields';
import type { StoredReply } from '#domain/lists';
import type { Salutation } from '#domain/people';
import type { PrefillSource } from '#domain/preparations/prefill';
import type { Gender } from '#domain/steps/sets';
import type { PaymentFrequency, TariffType } from '#domain/tariffs/catalogue';
import { withoutOwnLinks } from '#domain/text/addresses';
import { emailAddress } from '../addresses';

/** What people write. Whoever does it, and by whatever way: none of our links is stored with its token. */
export const typedText = customType<{ data: string }>({
  dataType: () => 'text',
  // of a placeholder it may be null, which Drizzle's types do not say
  toDriver: (text) => text && withoutOwnLinks(text),
});

/** The same for the texts in a value that is stored as JSON. */
export const typedJson = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) =>
    JSON.stringify(value, (_, part) => (typeof part === 'string' ? withoutOwnLinks(part) : part)),
  fromDriver: (stored) => JSON.parse(stored),
});

/** The last answer by mail to what was sent about the row. */
export const reply = () => typedJson('reply').$type<StoredReply>();

export type Columns<Name extends string> = Record<Name, AnySQLiteColumn>;

/** Without parameters, because SQLite uses a partial index only for a literal condition. */
export const remindable = (of: Columns<'completedAt' | 'remindersStoppedAt' | 'reminderConsent'>) =>
  sql`${of.completedAt} is null and ${of.remindersStoppedAt} is null and ${of.reminderConsent} = 1`;

/**
 * The mailbox of an e-mail address as far as SQLite can tell: in lower case, without `+` and what follows, and at Gmail
 * without dots. SQLite can normalise no international domain. Those that are in lower case with German letters stay as they
 * are; in the place of all others, `@` alone follows the local part without dots. `isAtMailboxes` asks for all spellings.
 */
export const mailboxAsStored = (email: AnySQLiteColumn) => {
  const at = sql`instr(${email} || '@', '@')`;
  const local = sql`lower(substr(${email}, 1, min(${at}, instr(${email} || '+', '+')) - 1))`;
  const domain = sql`lower(substr(${email}, ${at} + 1))`;
  return sql`case when ${domain} glob '*[^a-z0-9.äöüß-]*' or (${domain} glob '*xn--*' and ${domain} glob '*[äöüß]*')
    then replace(${local}, '.', '') || '@'
    when ${domain} in ('gmail.com', 'googlemail.com') then replace(${local}, '.', '') || '@gmail.com'
    else ${local} || '@' || ${domain} end`;
};

export const applications = sqliteTable(
  'applications',
  {
    id: text().primaryKey(),
    currentStep: integer('current_step').notNull().default(1),
    /** The furthest step ever reached: the figures count it also if the visitor goes back to an earlier one. */
    furthestStep: integer('furthest_step').notNull().default(1),
    completedAt: integer('completed_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** SHA-256 of the author cookie. Only the browser with this cookie may read the bank data. */
    authorHash: text('author_hash'),
    /** As `authorHash`, of who began it; null: unknown. */
    begunBy: text('begun_by'),
    /** A browser that it does not belong to replaced an address: who has the new one erases no more than the persons. */
    takenOver: integer('taken_over', { mode: 'boolean' }).notNull().default(false),
    /** HMAC of the client network that saved the contact data last, by which first mails are limited. */
    network: text(),
    /** When each reminder was queued; null: it may still be queued. */
    firstReminderAt: integer('first_reminder_at'),
    secondReminderAt: integer('second_reminder_at'),
    remindersStoppedAt: integer('reminders_stopped_at'),
    /** As in the contact data. Triggers on `contact_data` set this (migration 8), so that no writer can forget it. */
    reminderConsent: integer('reminder_consent', { mode: 'boolean' }).notNull().default(false),
    /** Whether contact data were ever saved. A trigger on `contact_data` sets this (migration 12). */
    hasContact: integer('has_contact', { mode: 'boolean' }).notNull().default(false),
    /** Whether the applicant waives advice; null until the box was ticked once. */
    adviceWaiver: integer('advice_waiver', { mode: 'boolean' }),
    /** Completed without a waiver, and not advised yet. */
    adviceOwed: integer('advice_owed', { mode: 'boolean' }).notNull().default(false),
    /** Number of the tariffs by which it was completed; null before that, and before the tariffs had versions. */
    tariffVersion: integer('tariff_version'),
    /** When its person asked to erase it although it must be kept: no mail, no hand-over. */
    restrictedAt: integer('restricted_at'),
    /** The id of what prefills it. No reference: that may be deleted first. */
    prefilledFrom: text('prefilled_from'),
    /** What `prefilledFrom` names; null: an application of the same person. */
    prefilledBy: text('prefilled_by').$type<PrefillSource>(),
    /** Where its applicant came from, as told when it was created. It never changes. */
    source: typedText().notNull().default(defaultSource),
  },
  (table) => [
    index('applications_created').on(table.createdAt),
    // how many came from one, before its name is archived; no save changes it
    index('applications_source').on(table.source),
    // for the jobs that delete and remind, every few seconds; each further index on these columns slows saving down
    index('applications_open')
      .on(table.updatedAt, table.secondReminderAt, table.reminderConsent, table.remindersStoppedAt)
      .where(sql`${table.completedAt} is null`),
    // drafts of nobody, of which a flood leaves many
    index('applications_contactless')
      .on(table.updatedAt)
      .where(sql`${table.completedAt} is null and ${table.hasContact} = 0`),
    index('applications_to_remind')
      .on(table.firstReminderAt, table.updatedAt)
      .where(
        sql`${remindable(table)} and (${table.firstReminderAt} is null or ${table.secondReminderAt} is null)`,
      ),
    index('applications_completed')
      .on(table.completedAt, table.createdAt)
      .where(sql`${table.completedAt} is not null`),
    index('applications_prefilled')
      .on(table.prefilledFrom, table.createdAt)
      .where(sql`${table.prefilledFrom} is not null`),
  ],
);

/** What must not come back with a restored backup (`db/erasers.ts`). */
export const erasures = sqliteTable(
  'erasures',
  { kind: text().notNull(), id: text().notNull(), at: integer().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.id] }), index('erasures_at').on(table.kind, table.at)],
);

const belongsToApplication = () => ({
  id: text().notNull().unique(),
  applicationId: text('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
});

/** A life number as `lifeNumberKey` of `domain/applications/life-number.ts` folds it. */
export const foldedLifeNumber = (chipNumber: AnySQLiteColumn) =>
  sql`lower(replace(replace(replace(replace(${chipNumber}, ' ', ''), '-', ''), '.', ''), '/', ''))`;

export const horseData = sqliteTable(
  'horse_data',
  {
    ...belongsToApplication(),
    insuranceStartDate: text('insurance_start_date').notNull(),
    horseName: typedText('horse_name').notNull(),
    birthDate: text('birth_date').notNull(),
    gender: text().$type<Gender>().notNull(),
    chipNumber: typedText('chip_number'),
    requirementsConsent: integer('requirements_consent', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    index('horse_data_life_number')
      .on(foldedLifeNumber(table.chipNumber))
      .where(sql`${table.chipNumber} is not null`),
  ],
);

export const contactData = sqliteTable(
  'contact_data',
  {
    ...belongsToApplication(),
    salutation: text().$type<Salutation>().notNull(),
    firstName: typedText('first_name').notNull(),
    lastName: typedText('last_name').notNull(),
    email: emailAddress().notNull(),
    phone: typedText().notNull(),
    dataProcessingConsent: integer('data_processing_consent', { mode: 'boolean' }).notNull(),
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
    firstName: typedText('first_name').notNull(),
    lastName: typedText('last_name').notNull(),
    birthDate: text('birth_date').notNull(),
    street: typedText().notNull(),
    houseNumber: typedText('house_number').notNull(),
    zipCode: text('zip_code').notNull(),
    city: typedText().notNull(),
    email: emailAddress().notNull(),
    phone: typedText().notNull(),
  },
  (table) => [
    index('policyholder_info_mailbox').on(mailboxAsStored(table.email)),
    index('policyholder_info_born').on(table.birthDate),
  ],
);

export const sepaMandates = sqliteTable('sepa_mandates', {
  ...belongsToApplication(),
  accountHolder: typedText('account_holder').notNull(),
  /** Encrypted, see `db/bank-data/cipher.ts`. */
  iban: text().notNull(),
  bic: text().notNull(),
  bankName: typedText('bank_name').notNull(),
  mandateConsent: integer('mandate_consent', { mode: 'boolean' }).notNull(),
  /** Set at completion; at most 35 characters (SEPA rulebook, AT-01). */
  mandateReference: text('mandate_reference').unique(),
  /** Creditor as the applicant saw it; set at completion, because the operator may change later. */
  creditorName: text('creditor_name'),
  creditorId: text('creditor_id'),
});
