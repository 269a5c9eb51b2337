/** Tables. Days are `YYYY-MM-DD`, instants milliseconds since 1970 (UTC), money integer EUR cents. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CallOutcome } from '#domain/backoffice/calls';
import type { MailStatus } from '#domain/backoffice/mail-log';
import type { DocumentOffer } from '#domain/documents';
import type { EmailType } from '#domain/mails';
import type { Salutation } from '#domain/people';
import type { RetentionKind } from '#domain/retention';
import type { Gender } from '#domain/steps/horse';
import type { PaymentFrequency, TariffType } from '#domain/tariffs/catalogue';
import { applications, type Columns } from './schema-applications';
import { caseMessages } from './schema-desk';
import { adviceRecords, withdrawals } from './schema-law';

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

export const contactData = sqliteTable('contact_data', {
  ...belongsToApplication(),
  salutation: text().$type<Salutation>().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  dataProcessingConsent: integer('data_processing_consent', { mode: 'boolean' }).notNull(),
  /** Consent to automatic reminders; null: none. */
  reminderConsent: integer('reminder_consent', { mode: 'boolean' }),
});

export const tariffSelections = sqliteTable('tariff_selections', {
  ...belongsToApplication(),
  tariffType: text('tariff_type').$type<TariffType>().notNull(),
  selfParticipation: integer('self_participation').notNull(),
  paymentFrequency: text('payment_frequency').$type<PaymentFrequency>().notNull(),
  monthlyCents: integer('monthly_cents').notNull(),
});

export const policyholderInfo = sqliteTable('policyholder_info', {
  ...belongsToApplication(),
  salutation: text().$type<Salutation>().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  birthDate: text('birth_date').notNull(),
  street: text().notNull(),
  houseNumber: text('house_number').notNull(),
  zipCode: text('zip_code').notNull(),
  city: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
});

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

export const callbackRequests = sqliteTable(
  'callback_requests',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    phone: text().notNull(),
    email: text(),
    preferredTime: text('preferred_time'),
    message: text(),
    source: text().notNull().default('website'),
    processedAt: integer('processed_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('callback_requests_created').on(table.createdAt),
    index('callback_requests_pending').on(table.createdAt).where(sql`${table.processedAt} is null`),
  ],
);

/** Calls of staff about a request. The id is the client's. */
export const callbackCalls = sqliteTable(
  'callback_calls',
  {
    id: text().primaryKey(),
    callbackId: text('callback_id')
      .notNull()
      .references(() => callbackRequests.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
    username: text().notNull(),
    outcome: text().$type<CallOutcome>().notNull(),
    note: text(),
    nextCallAt: integer('next_call_at'),
    /** The request was processed with this call. */
    done: integer({ mode: 'boolean' }).notNull(),
    /** Hash of the request, which tells a repeated one from another. */
    requestHash: text('request_hash').notNull(),
  },
  (table) => [index('callback_calls_callback').on(table.callbackId, table.at)],
);

/** The log has attempted mails only, so queueing a mail changes none of its indexes. */
const tried = ({ attemptedAt }: Columns<'attemptedAt'>) => sql`${attemptedAt} is not null`;

export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    emailType: text('email_type').$type<EmailType>().notNull(),
    recipientEmail: text('recipient_email').notNull(),
    recipientName: text('recipient_name').notNull().default(''),
    subject: text().notNull(),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    callbackRequestId: text('callback_request_id').references(() => callbackRequests.id, {
      onDelete: 'cascade',
    }),
    withdrawalId: text('withdrawal_id').references(() => withdrawals.id, { onDelete: 'cascade' }),
    adviceRecordId: text('advice_record_id').references(() => adviceRecords.id, { onDelete: 'cascade' }),
    caseMessageId: text('case_message_id').references(() => caseMessages.id, { onDelete: 'cascade' }),
    /** A reminder that staff sent: it needs no consent, but without one it says less. */
    byHand: integer('by_hand', { mode: 'boolean' }).notNull().default(false),
    /** About an application that was begun from another one of the same address: it has a limit of its own. */
    followUp: integer('follow_up', { mode: 'boolean' }).notNull().default(false),
    status: text().$type<MailStatus>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** When a worker may attempt it; while leased, when the lease ends. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    leaseOwner: text('lease_owner'),
    /** Time of the last attempt, whatever its result; null until the first. */
    attemptedAt: integer('attempted_at'),
    error: text(),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
    index('outbox_application').on(table.applicationId),
    // deleting one of these looks for its mails
    index('outbox_callback').on(table.callbackRequestId).where(sql`${table.callbackRequestId} is not null`),
    index('outbox_withdrawal').on(table.withdrawalId).where(sql`${table.withdrawalId} is not null`),
    index('outbox_advice').on(table.adviceRecordId).where(sql`${table.adviceRecordId} is not null`),
    index('outbox_case').on(table.caseMessageId).where(sql`${table.caseMessageId} is not null`),
    // for the job that deletes what is no longer kept; the first column is always null, but without it SQLite prefers
    // the index of applications
    index('outbox_alone').on(table.applicationId, table.createdAt).where(sql`${table.applicationId} is null`),
    index('outbox_log').on(table.attemptedAt),
    // the mail log: one for each sort column, alone and after the type, by which the log can be filtered
    index('outbox_log_type').on(table.emailType, table.attemptedAt).where(tried(table)),
    index('outbox_log_recipient').on(table.recipientEmail, table.attemptedAt).where(tried(table)),
    index('outbox_log_subject').on(table.subject, table.attemptedAt).where(tried(table)),
    index('outbox_log_status').on(table.status, table.attemptedAt).where(tried(table)),
    index('outbox_log_type_recipient')
      .on(table.emailType, table.recipientEmail, table.attemptedAt)
      .where(tried(table)),
    index('outbox_log_type_subject')
      .on(table.emailType, table.subject, table.attemptedAt)
      .where(tried(table)),
    index('outbox_log_type_status').on(table.emailType, table.status, table.attemptedAt).where(tried(table)),
  ],
);

/** Mails of deleted applications, as long as they count for the limit of their address. */
export const deletedMails = sqliteTable(
  'deleted_mails',
  {
    id: integer().primaryKey(),
    /** HMAC-SHA256 of the folded address. */
    addressHash: text('address_hash').notNull(),
    emailType: text('email_type').$type<EmailType>().notNull(),
    followUp: integer('follow_up', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('deleted_mails_address').on(table.addressHash, table.createdAt),
    index('deleted_mails_created').on(table.createdAt),
  ],
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

/** When a job last ran on any instance, for jobs that must pause between two runs. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().$type<RetentionKind>().primaryKey(),
  at: integer().notNull(),
});

/**
 * The mails with documents: one for each address, selection and set of documents of an application. A row survives its
 * mail, because the completion sends the same documents again.
 */
export const documentDeliveries = sqliteTable(
  'document_deliveries',
  {
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Hash of address, selection and documents. */
    fingerprint: text().notNull(),
    mailId: text('mail_id').references(() => outbox.id, { onDelete: 'set null' }),
    contents: text({ mode: 'json' }).$type<DocumentOffer>().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.fingerprint] }),
    // deleting a mail looks for the rows that refer to it
    index('document_deliveries_mail').on(table.mailId),
  ],
);

export * from './schema-applications';
export * from './schema-desk';
export * from './schema-law';
export * from './schema-staff';
