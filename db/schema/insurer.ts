/** Files of the insurer. What they contain is sealed, because they may name anything, and goes before the rest. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReturnMapping } from '#domain/insurer/answers';
import type { KeptMeanings } from '#domain/insurer/cells';
import { applications, typedText } from './applications';

export const returnFiles = sqliteTable(
  'return_files',
  {
    /** The client's, or made of the file that lay in the drop folder. */
    id: text().primaryKey(),
    name: typedText().notNull(),
    sha256: text().notNull(),
    at: integer().notNull(),
    /** Null: it came through the drop folder. */
    username: text(),
    rowCount: integer('row_count').notNull(),
    /** Sealed JSON, an array of texts; null once the content is deleted. */
    columns: text(),
    /** As it was matched last; null: never. */
    mapping: text({ mode: 'json' }).$type<ReturnMapping>(),
    appliedAt: integer('applied_at'),
    /** How many rows changed their case so far. */
    changed: integer().notNull().default(0),
    /** Sealed JSON: what each application of it answered, by the id or hash of the request. It may quote cells. */
    results: text(),
  },
  (table) => [
    index('return_files_at').on(table.at),
    index('return_files_sha').on(table.sha256),
    index('return_files_content').on(table.at).where(sql`${table.columns} is not null`),
  ],
);

export const returnRows = sqliteTable(
  'return_rows',
  {
    returnId: text('return_id')
      .notNull()
      .references(() => returnFiles.id, { onDelete: 'cascade' }),
    /** As tables number their rows: the first row of the file is 1. */
    line: integer().notNull(),
    /** Sealed JSON, an array of texts. */
    cells: text().notNull(),
    /** To which it was matched last; it goes with it. */
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** Of the case, as it was seen then. */
    version: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.line] }),
    index('return_rows_application').on(table.applicationId).where(sql`${table.applicationId} is not null`),
  ],
);

/** What the columns of a kind of file mean, as staff said last. */
export const returnMappings = sqliteTable('return_mappings', {
  /** SHA-256 of the folded names of the columns, in order of their letters. */
  columnsHash: text('columns_hash').primaryKey(),
  mapping: text({ mode: 'json' }).$type<KeptMeanings>().notNull(),
  at: integer().notNull(),
});
