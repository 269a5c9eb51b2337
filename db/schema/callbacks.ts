/** Tables of callback requests. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CallOutcome } from '#domain/callbacks/calls';
import { emailAddress } from '../addresses';
import { mailboxAsStored } from './applications';

export const callbackRequests = sqliteTable(
  'callback_requests',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    phone: text().notNull(),
    email: emailAddress(),
    preferredTime: text('preferred_time'),
    message: text(),
    source: text().notNull().default('website'),
    processedAt: integer('processed_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('callback_requests_created').on(table.createdAt),
    index('callback_requests_mailbox').on(mailboxAsStored(table.email)),
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
