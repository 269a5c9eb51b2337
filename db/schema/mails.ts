import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Disclosure } from '#domain/document-kinds';
import { keysOf } from '#domain/keys';
import type { EmailType } from '#domain/mails/kinds';
import type { MailPart, MailStatus } from '#domain/mails/log';
import { emailAddress } from '../addresses';
import { applications, type Columns, mailboxAsStored, typedText } from './applications';
import { callbackRequests, caseMessages } from './desk';
import { adviceRecords, offers, withdrawals } from './law';

/** The log has attempted mails only, so queueing a mail changes none of its indexes. */
const tried = ({ attemptedAt }: Columns<'attemptedAt'>) => sql`${attemptedAt} is not null`;

/** What a mail may be about, with which it is deleted. */
const subjects = {
  applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
  callbackRequestId: text('callback_request_id').references(() => callbackRequests.id, {
    onDelete: 'cascade',
  }),
  withdrawalId: text('withdrawal_id').references(() => withdrawals.id, { onDelete: 'cascade' }),
  adviceRecordId: text('advice_record_id').references(() => adviceRecords.id, { onDelete: 'cascade' }),
  caseMessageId: text('case_message_id').references(() => caseMessages.id, { onDelete: 'cascade' }),
  offerId: text('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
};
export type Subject = keyof typeof subjects;
export const subjectKeys = keysOf(subjects);

export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    emailType: text('email_type').$type<EmailType>().notNull(),
    recipientEmail: emailAddress('recipient_email').notNull(),
    recipientName: typedText('recipient_name').notNull().default(''),
    /** HMAC of the client network that caused it, by which first mails are limited; null: staff or a job. */
    network: text(),
    /** The audit row that an alert is about (`audit_log.id`). */
    auditId: integer('audit_id'),
    /** Name of the other account that an alert is about, which may be deleted before the mail is worded. */
    account: text(),
    /** Null until it is worded, at its first attempt. */
    subject: typedText(),
    ...subjects,
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
    error: typedText(),
    /** How many attempts left open whether the mail arrived: it is tried again at most twice after such ones. */
    inDoubt: integer('in_doubt').notNull().default(0),
    /** When a failure report said that it did not arrive, although the server had taken it. */
    bouncedAt: integer('bounced_at'),
    /** The enhanced status code of the report (RFC 3463), such as `5.1.1`. */
    bounceCode: text('bounce_code'),
    /** SHA-256 of that report: the same one says nothing new, also after the mail was sent again. */
    bounceReport: text('bounce_report'),
    /** It came back or was stopped, and staff have not written to its address since: automatic mails to it are not sent. */
    stopsAddress: integer('stops_address', { mode: 'boolean' }).notNull().default(false),
    /** Null: it is whole. */
    part: text({ mode: 'json' }).$type<MailPart>(),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
    index('outbox_application').on(table.applicationId),
    index('outbox_mailbox').on(mailboxAsStored(table.recipientEmail), table.createdAt),
    // deleting one of these looks for its mails
    index('outbox_callback').on(table.callbackRequestId).where(sql`${table.callbackRequestId} is not null`),
    index('outbox_withdrawal').on(table.withdrawalId).where(sql`${table.withdrawalId} is not null`),
    index('outbox_advice').on(table.adviceRecordId).where(sql`${table.adviceRecordId} is not null`),
    index('outbox_offer').on(table.offerId).where(sql`${table.offerId} is not null`),
    index('outbox_case').on(table.caseMessageId).where(sql`${table.caseMessageId} is not null`),
    // for the job that deletes what is no longer kept; the first column is always null, but without it SQLite prefers
    // the index of applications
    index('outbox_alone').on(table.applicationId, table.createdAt).where(sql`${table.applicationId} is null`),
    index('outbox_bounced').on(table.bouncedAt).where(sql`${table.status} = 'bounced'`),
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

/** How far each mailbox was read into which what comes back arrives. Nothing is ever changed in it. */
export const readMailboxes = sqliteTable('read_mailboxes', {
  /** SHA-256 of server, user and folder. */
  mailbox: text().primaryKey(),
  /** Other numbers count when this changes (RFC 3501, section 2.3.1.1). */
  uidValidity: text('uid_validity'),
  lastUid: integer('last_uid').notNull().default(0),
  /** What arrived before this instant was read, or is older than the first look. */
  readUntil: integer('read_until').notNull(),
  leaseOwner: text('lease_owner'),
  leaseUntil: integer('lease_until').notNull().default(0),
});

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

/** Each mailbox as an HMAC, with the instant and network of the first mail. Forgotten as mails of no application are. */
export const mailContacts = sqliteTable(
  'mail_contacts',
  {
    mailboxHash: text('mailbox_hash').primaryKey(),
    at: integer().notNull(),
    network: text(),
  },
  (table) => [index('mail_contacts_at').on(table.at)],
);

/**
 * What somebody asked for outside of an application, by their `email`, and what the mails about it name it by. From this
 * follow to whom these go, and that own data finds and erases it (`db/persons.ts`, `db/erasers.ts`).
 */
export const things = { offers, callbacks: callbackRequests, withdrawals };
export type Thing = keyof typeof things;
export const thingKeys = {
  offers: 'offerId',
  callbacks: 'callbackRequestId',
  withdrawals: 'withdrawalId',
} as const satisfies Record<Thing, Subject>;

/** One for each address, selection and set of documents. A row survives its mail: the completion sends the same again. */
export const documentDeliveries = sqliteTable(
  'document_deliveries',
  {
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    fingerprint: text().notNull(),
    mailId: text('mail_id').references(() => outbox.id, { onDelete: 'set null' }),
    contents: text({ mode: 'json' }).$type<Disclosure>().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.fingerprint] }),
    // deleting a mail looks for the rows that refer to it
    index('document_deliveries_mail').on(table.mailId),
  ],
);
