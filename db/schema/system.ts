import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Actor } from '#domain/accounts/actors';
import type { RetentionKind } from '#domain/retention/periods';
import type { StateName } from '#domain/site-state';
import { typedText } from './applications';

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
  job: text().$type<RetentionKind | 'stored_texts' | 'digest'>().primaryKey(),
  at: integer().notNull(),
});

/** What one instance at a time does. `until` in milliseconds since 1970. */
export const leases = sqliteTable('leases', {
  name: text().primaryKey(),
  owner: text(),
  until: integer().notNull().default(0),
});

/** What the figures count of rows that are deleted. It names nobody. Stored without rowid (migration 24). */
export const funnelArchive = sqliteTable(
  'funnel_archive',
  {
    /** `YYYY-MM-DD` in Berlin, by which the row was counted. */
    day: text().notNull(),
    source: text().notNull(),
    /** What is counted (`domain/insights/counts.ts`). */
    key: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source, table.key] })],
);

/** One row, which the start that creates the database adds. */
export const siteStates = sqliteTable('site_state', {
  id: integer().primaryKey(),
  state: text().$type<StateName>().notNull(),
  since: integer().notNull(),
  /** Username; null: the product. */
  by: text(),
  reason: typedText(),
  resumeOn: text('resume_on'),
  /** Of a pause: from when on offers do not end, its beginning or that of newer tariffs. */
  standsFrom: integer('stands_from'),
  /** Who ends the trial: what was made in it is being erased. */
  ending: text({ mode: 'json' }).$type<Actor>(),
});

/**
 * A person in something that a search of staff finds (`db/search/entries.ts`). Triggers delete them with what they are of,
 * and note what changed by a row without words. The index of their words is `search_words` (migration 34, decision 052).
 */
export const searchEntries = sqliteTable(
  'search_entries',
  {
    number: integer().primaryKey(),
    /** A key of `places`. */
    place: text().notNull(),
    id: text().notNull(),
    /** Null: it is to be read. */
    words: text(),
    mailbox: text(),
    /** Phone number and name, by which those without a mailbox join the others; else one that nobody shares. */
    namesake: text(),
    at: integer(),
  },
  (table) => [
    index('search_entries_thing').on(table.id, table.place),
    index('search_entries_person').on(table.mailbox),
    index('search_entries_namesake').on(table.namesake),
    index('search_entries_due').on(table.number).where(sql`${table.words} is null`),
  ],
);
