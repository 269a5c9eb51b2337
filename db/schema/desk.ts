import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { LinkKind } from '#domain/access-links';
import type { CallOutcome } from '#domain/callbacks/calls';
import type { AnswerWay, CaseEventKind, CaseStatus, Confirmation } from '#domain/cases/statuses';
import type { DropState, HandoverFormat } from '#domain/insurer/handover';
import type { HandoverColumn } from '#domain/operator/operator';
import type { PreparedValues } from '#domain/preparations/preparations';
import { emailAddress } from '../addresses';
import { applications, mailboxAsStored, reply, typedJson, typedText } from './applications';
import { users } from './staff';

const belongsToApplication = () =>
  text('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' });

/** Increased when a text gets other words (`domain/cases/words.ts`): a start then stores those of all cases anew. */
export const wordsVersion = 1;

export const hasOldWords = ({ wordsVersion: stored }: { wordsVersion: AnySQLiteColumn }) =>
  sql`${stored} < ${sql.raw(String(wordsVersion))}`;

export const cases = sqliteTable(
  'cases',
  {
    /** Short key of the index of words. */
    number: integer().primaryKey({ autoIncrement: true }),
    applicationId: belongsToApplication().unique(),
    /** Counts the changes. Who changes a case names the version that they saw. */
    version: integer().notNull().default(1),
    status: text().$type<CaseStatus>().notNull().default('new'),
    assigneeId: text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null if and only if the status is a done one. */
    followUpOn: text('follow_up_on'),
    transmittedOn: text('transmitted_on'),
    /** For the figures, which need not read the history: when staff first changed it, */
    firstStepAt: integer('first_step_at'),
    /** it was first transmitted, */
    transmittedAt: integer('transmitted_at'),
    /** and it was last issued or declined. */
    decidedAt: integer('decided_at'),
    policyNumber: typedText('policy_number'),
    /** The applicant answered, and no member of staff has changed the case since. */
    replyUnread: integer('reply_unread', { mode: 'boolean' }).notNull().default(false),
    /** A mail about it came back, and no member of staff has written to that address since. */
    undeliverable: integer({ mode: 'boolean' }).notNull().default(false),
    /** What the policyholder, who is not the contact, says about the application; null: nobody was asked. */
    confirmation: text().$type<Confirmation>(),
    confirmedAt: integer('confirmed_at'),
    /** Copies that never change after completion, for the order of the lists. */
    completedAt: integer('completed_at').notNull(),
    startsOn: text('starts_on').notNull(),
    /** Who stands in for its assignee, by id, and until when it is handed to nobody else (`isFree`). */
    lentTo: text('lent_to'),
    lentUntil: integer('lent_until').notNull().default(0),
    /** The version of its words; 0: written before words had versions, or by an instance of that time. */
    wordsVersion: integer('words_version').notNull().default(0),
  },
  (table) => [
    // a new version of the words needs a migration, because the condition is literal
    index('cases_old_words').on(table.number).where(hasOldWords(table)),
    // lists in their order: all, and those of one member of staff
    index('cases_order').on(table.followUpOn, table.completedAt),
    index('cases_assignee').on(table.assigneeId, table.followUpOn, table.completedAt),
    // for the next case: what nobody has, and what was answered
    index('cases_unassigned')
      .on(table.startsOn, table.completedAt)
      .where(sql`${table.assigneeId} is null and ${table.followUpOn} is not null`),
    // for the job that deletes what is no longer kept
    index('cases_withdrawn').on(table.completedAt).where(sql`${table.status} = 'withdrawn'`),
    // done, and yet somebody has to look at it
    index('cases_news')
      .on(table.completedAt)
      .where(sql`${table.followUpOn} is null and (${table.replyUnread} = 1 or ${table.undeliverable} = 1)`),
    index('cases_replied').on(table.assigneeId).where(sql`${table.replyUnread} = 1`),
    index('cases_policy').on(table.policyNumber).where(sql`${table.policyNumber} is not null`),
  ],
);

/**
 * Stored without rowid in their order (migration 7), because the search reads ranges of them; those of open cases by
 * themselves, because there are few of them and they are searched most.
 */
export const caseWords = sqliteTable(
  'case_words',
  {
    /** Kept by a trigger (migration 7). */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    word: text().notNull(),
    /** With so many letters the word before it begins, too, in the order of the words of the case. */
    shared: integer().notNull(),
    caseNumber: integer('case_number')
      .notNull()
      .references(() => cases.number, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.isOpen, table.word, table.caseNumber] }),
    index('case_words_case').on(table.caseNumber, table.word),
  ],
);

/** Triggers refuse every change but the removal of a note's text, and deletions while the application exists (migration 7). */
export const caseEvents = sqliteTable(
  'case_events',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /** The client's for a note, an answer, and a change that comes with a message: there it is the id of the message. */
    id: text().notNull().unique(),
    applicationId: belongsToApplication(),
    at: integer().notNull(),
    /** The name of the member of staff, which outlives the account; null for the applicant and the product itself. */
    actor: text(),
    /** No reference, for the same reason. */
    actorId: text('actor_id'),
    kind: text().$type<CaseEventKind>().notNull(),
    old: typedText(),
    new: typedText(),
    text: typedText(),
    also: typedJson().$type<{ kind: CaseEventKind; old: string | null; new: string | null }[]>(),
    /** How an answer came; null: it is none, or it was written before answers had ways. */
    way: text().$type<AnswerWay>(),
    /** How many attachments a mail had, which are not stored. */
    attachments: integer(),
  },
  (table) => [index('case_events_application').on(table.applicationId, table.number)],
);

/** The id is the client's. */
export const caseMessages = sqliteTable(
  'case_messages',
  {
    id: text().primaryKey(),
    applicationId: belongsToApplication(),
    status: text().$type<CaseStatus>().notNull(),
    /** As they are sent, with all placeholders replaced. */
    subject: typedText().notNull(),
    body: typedText().notNull(),
    username: text().notNull(),
    at: integer().notNull(),
    answerId: text('answer_id').unique(),
    answer: typedText(),
    answeredAt: integer('answered_at'),
  },
  (table) => [index('case_messages_application').on(table.applicationId, table.at)],
);

/** Links in mails. The token itself is computed for each mail; only its hash is stored. */
export const linkTokens = sqliteTable(
  'link_tokens',
  {
    /** SHA-256 in hex. */
    hash: text().primaryKey(),
    kind: text().$type<LinkKind>().notNull(),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** Whose it is, if it opens no application. `stop`: the key of the person. `privacy`: the address. `offer`, `calls`: the id. */
    subject: text().notNull().default(''),
    /** `stop`: the application that the reminder was about. The link outlives it: its person may have others. */
    about: text().notNull().default(''),
    /** `privacy`: wrong birth dates that were entered. */
    wrong: integer().notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('link_tokens_application').on(table.applicationId, table.kind),
    index('link_tokens_expires').on(table.expiresAt),
  ],
);

/** The file is not stored: it is written from the applications, which no longer change, and compared with the hash. */
export const handovers = sqliteTable(
  'handovers',
  {
    /** The client's. */
    id: text().primaryKey(),
    at: integer().notNull(),
    username: text().notNull(),
    format: text().$type<HandoverFormat>().notNull(),
    count: integer().notNull(),
    sha256: text().notNull(),
    /** Hash of the request, which tells a repeated one from another. */
    requestHash: text('request_hash').notNull(),
    /** What the first response said about applications that are not in the file. */
    skipped: text({ mode: 'json' }).$type<{ id: string; reason: string }[]>().notNull(),
    /** Null until staff confirm it. */
    confirmedOn: text('confirmed_on'),
    /** Those that wrote its file; null: it is from before they were stored (`firstColumns`). */
    columns: text({ mode: 'json' }).$type<readonly HandoverColumn[]>(),
    /** How far its file has come on its way into the drop folder; null: it goes into none. */
    dropState: text('drop_state').$type<DropState>(),
  },
  (table) => [
    index('handovers_at').on(table.at),
    index('handovers_to_drop').on(table.at).where(sql`${table.dropState} in ('due', 'written')`),
  ],
);

/** The applications of a hand-over in the order of its file. Those that are deleted are missed by the hand-over's count. */
export const handoverItems = sqliteTable(
  'handover_items',
  {
    handoverId: text('handover_id')
      .notNull()
      .references(() => handovers.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    applicationId: text('application_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.handoverId, table.position] }),
    index('handover_items_application').on(table.applicationId),
  ],
);

export const callbackRequests = sqliteTable(
  'callback_requests',
  {
    id: text().primaryKey(),
    name: typedText().notNull(),
    phone: typedText().notNull(),
    email: emailAddress(),
    preferredTime: typedText('preferred_time'),
    message: typedText(),
    source: typedText().notNull().default('website'),
    processedAt: integer('processed_at'),
    createdAt: integer('created_at').notNull(),
    /** When its person asked not to be called any more; null: never. */
    noCallsAt: integer('no_calls_at'),
    /** How far it came by preparations that are deleted since: 0 nothing, 1 prepared, 2 completed. */
    reached: integer().notNull().default(0),
    reply: reply(),
  },
  (table) => [
    index('callback_requests_created').on(table.createdAt),
    index('callback_requests_mailbox').on(mailboxAsStored(table.email)),
    index('callback_requests_pending').on(table.createdAt).where(sql`${table.processedAt} is null`),
  ],
);

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
    note: typedText(),
    nextCallAt: integer('next_call_at'),
    /** The request was processed with this call. */
    done: integer({ mode: 'boolean' }).notNull(),
    requestHash: text('request_hash').notNull(),
  },
  (table) => [index('callback_calls_callback').on(table.callbackId, table.at)],
);

/** The id is the client's. The application is there from the beginning, without any data set. */
export const preparations = sqliteTable(
  'preparations',
  {
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .unique()
      .references(() => applications.id, { onDelete: 'cascade' }),
    callbackId: text('callback_id').references(() => callbackRequests.id, { onDelete: 'set null' }),
    /** As in `contact` of the values; the address of the invitation. */
    email: emailAddress().notNull(),
    /** As in `policyholder` of the values: the address of somebody who may be another person. */
    policyholderEmail: emailAddress('policyholder_email'),
    /** What a caller dictated: never a consent, a declaration or bank data. */
    values: typedJson('prepared_values').$type<PreparedValues>().notNull(),
    username: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the invitation was last sent again; null: only once. */
    invitedAt: integer('invited_at'),
    /** When the link of the last invitation ends. */
    expiresAt: integer('expires_at').notNull(),
    requestHash: text('request_hash').notNull(),
    reply: reply(),
  },
  (table) => [
    index('preparations_created').on(table.createdAt),
    index('preparations_expires').on(table.expiresAt),
    index('preparations_callback').on(table.callbackId),
    index('preparations_mailbox').on(mailboxAsStored(table.email)),
    index('preparations_policyholder_mailbox').on(mailboxAsStored(table.policyholderEmail)),
  ],
);

/** What its customer has made of it; null: nothing. For a query that joins preparations with applications. */
export const progress = sql<'completed' | 'begun' | null>`case
  when applications.completed_at is not null then 'completed'
  when exists (select 1 from horse_data saved where saved.application_id = applications.id)
    or exists (select 1 from contact_data saved where saved.application_id = applications.id)
    or exists (select 1 from tariff_selections saved where saved.application_id = applications.id)
    or exists (select 1 from policyholder_info saved where saved.application_id = applications.id)
    or exists (select 1 from sepa_mandates saved where saved.application_id = applications.id)
  then 'begun' end`;
