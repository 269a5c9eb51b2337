/** Tables of staff: accounts and the audit log. Part of `schema.ts`. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Role } from '#domain/backoffice/user';

export const users = sqliteTable('users', {
  id: text().primaryKey(),
  username: text().notNull(),
  /** The name in lower case, by JavaScript, because SQLite knows ASCII only. Makes names unique in any case. */
  usernameKey: text('username_key').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  email: text(),
  role: text().$type<Role>().notNull(),
  /** Raised to make all earlier tokens invalid. */
  tokenVersion: integer('token_version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
});

/** Changes and deletions by staff. Contains no data of visitors except ids (docs/product.md, "Audit log"). */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    /** No reference: the row stays when the account is deleted, and therefore stores the name too. */
    userId: text('user_id').notNull(),
    username: text().notNull(),
    action: text().notNull(),
    subjectId: text('subject_id').notNull(),
  },
  // for the job that deletes what is no longer kept
  (table) => [index('audit_log_at').on(table.at)],
);
