import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DocumentKind, DocumentSet } from '#domain/document-kinds';
import type { EvidenceKind, EvidenceWay } from '#domain/law/evidence';
import type { WithdrawalMatch, WithdrawalOutcome } from '#domain/law/withdrawals';
import type { WordingKey } from '#domain/law/wordings';
import type { PaymentFrequency, TariffType } from '#domain/tariffs/catalogue';
import { emailAddress } from '../addresses';
import { applications, mailboxAsStored, reply, typedText } from './applications';

/** What customers get before their declaration. None is deleted while a proof names it. Versions count from 1 for each kind. */
export const documents = sqliteTable(
  'documents',
  {
    kind: text().$type<DocumentKind>().notNull(),
    version: integer().notNull(),
    sha256: text().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    /** A `MUSTER`, or the company was a placeholder at the last start with this version. */
    sample: integer({ mode: 'boolean' }).notNull(),
    /** Hash of the text from which it was drawn: the same text is not drawn again. Null for a file of the operator. */
    recipe: text(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.version] }),
    uniqueIndex('documents_content').on(table.kind, table.sha256),
  ],
);

/** Every wording of a declaration that was ever shown, with the instant of the start that stored it. */
export const wordings = sqliteTable('wordings', {
  sha256: text().primaryKey(),
  key: text().$type<WordingKey>().notNull(),
  text: text().notNull(),
  firstAt: integer('first_at').notNull(),
});

/**
 * Without a clear name or address, and without references to what may be deleted before them. Triggers refuse
 * changes, and deletions before `keepUntil`, except for the proofs of an open application (migration 5).
 */
export const evidence = sqliteTable(
  'evidence',
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    kind: text().$type<EvidenceKind>().notNull(),
    applicationId: text('application_id'),
    callbackId: text('callback_id'),
    /** HMAC-SHA256 of the folded e-mail address, in hex; null if none is known. */
    personKey: text('person_key'),
    wordingSha256: text('wording_sha256'),
    documentSha256: text('document_sha256'),
    way: text().$type<EvidenceWay>().notNull(),
    mailId: text('mail_id'),
    keepUntil: integer('keep_until').notNull(),
  },
  (table) => [
    index('evidence_application').on(table.applicationId, table.at),
    index('evidence_person').on(table.personKey, table.at),
    // for the job that deletes what is no longer kept
    index('evidence_keep').on(table.keepUntil),
    index('evidence_callback').on(table.callbackId).where(sql`${table.callbackId} is not null`),
  ],
);

/** Withdrawals as they were declared. They outlive the application that they are about, so they do not reference it. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: text().primaryKey(),
    receivedAt: integer('received_at').notNull(),
    name: typedText().notNull(),
    email: emailAddress().notNull(),
    contract: typedText(),
    applicationId: text('application_id'),
    match: text().$type<WithdrawalMatch>().notNull(),
    /** When staff chose the application themselves, or chose none; null: `match` says where it comes from. */
    assignedAt: integer('assigned_at'),
    outcome: text().$type<WithdrawalOutcome>(),
    note: typedText(),
    closedAt: integer('closed_at'),
    /** Hash of the three values, folded: the same declaration within 24 hours is one withdrawal. */
    contentHash: text('content_hash').notNull(),
    /** SHA-256 of the token in the address of the confirmation; of one that was ended, something that no token has. */
    tokenHash: text('token_hash').notNull().unique(),
  },
  (table) => [
    index('withdrawals_received').on(table.receivedAt),
    index('withdrawals_mailbox').on(mailboxAsStored(table.email)),
    // for the job that deletes what belonged to nobody
    index('withdrawals_unmatched').on(table.closedAt).where(sql`${table.outcome} = 'unmatched'`),
    index('withdrawals_open').on(table.receivedAt).where(sql`${table.closedAt} is null`),
    index('withdrawals_content').on(table.contentHash, table.receivedAt),
    index('withdrawals_application').on(table.applicationId),
  ],
);

/** Advice that staff gave after an application without a waiver. The id is the client's. */
export const adviceRecords = sqliteTable(
  'advice_records',
  {
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    wishes: typedText().notNull(),
    advice: typedText().notNull(),
    username: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index('advice_records_application').on(table.applicationId)],
);

/** The addresses that get no reminders any more, each as the key of its person (`evidence.person_key`). */
export const reminderStops = sqliteTable('reminder_stops', {
  personKey: text('person_key').primaryKey(),
  at: integer().notNull(),
});

export const sealedKeys = sqliteTable('sealed_keys', {
  name: text().$type<'person'>().primaryKey(),
  sealed: text().notNull(),
});

/** A price as it was offered. Nothing of it changes. */
export const offers = sqliteTable(
  'offers',
  {
    /** The client's for an offer of staff. */
    id: text().primaryKey(),
    number: text().notNull().unique(),
    email: emailAddress().notNull(),
    tariffType: text('tariff_type').$type<TariffType>().notNull(),
    selfParticipation: integer('self_participation').notNull(),
    paymentFrequency: text('payment_frequency').$type<PaymentFrequency>().notNull(),
    horseBirthYear: integer('horse_birth_year'),
    insuranceStartDate: text('insurance_start_date'),
    monthlyCents: integer('monthly_cents').notNull(),
    /** Percent that the assumed age adds. */
    surchargePercent: integer('surcharge_percent').notNull(),
    tariffVersion: integer('tariff_version').notNull(),
    documents: text({ mode: 'json' }).$type<DocumentSet>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** The last millisecond of its last day. */
    expiresAt: integer('expires_at').notNull(),
    reminderConsent: integer('reminder_consent', { mode: 'boolean' }).notNull().default(false),
    /** When the reminder was queued, or was found to be not wanted any more; null: it may still be queued. */
    remindedAt: integer('reminded_at'),
    source: typedText().notNull(),
    /** Of the member of staff who sent it; null: a visitor asked for it. */
    username: text(),
    /** The last application that was begun from it. */
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'set null' }),
    /** An application that was begun from it and is replaced or deleted since was completed. */
    hasCompleted: integer('has_completed', { mode: 'boolean' }).notNull().default(false),
    /** Of an offer of staff. */
    requestHash: text('request_hash'),
    reply: reply(),
    /** SHA-256 of the author cookie of the browser that asked for it; null: staff sent it. */
    askedBy: text('asked_by'),
  },
  (table) => [
    index('offers_created').on(table.createdAt),
    index('offers_expires').on(table.expiresAt),
    index('offers_mailbox').on(mailboxAsStored(table.email)),
    // deleting an application looks for it
    index('offers_application').on(table.applicationId),
  ],
);
