import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Role } from '#domain/accounts/user';
import { emailAddress } from '../addresses';

export const users = sqliteTable('users', {
  id: text().primaryKey(),
  username: text().notNull(),
  /** The name in lower case, by JavaScript, because SQLite knows ASCII only. Makes names unique in any case. */
  usernameKey: text('username_key').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  email: emailAddress(),
  role: text().$type<Role>().notNull(),
  /** An administrator knows the password, because they chose it. */
  passwordByAdmin: integer('password_by_admin', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  /** Raised by a new password, a new or ended second factor, and ended sessions: known browsers are then unknown. */
  deviceVersion: integer('device_version').notNull().default(0),
  /** The last day on which somebody is away; null: not. */
  awayUntil: text('away_until'),
  digest: integer({ mode: 'boolean' }).notNull().default(false),
});

const belongsToUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What a token names. Without its row a token is invalid. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: belongsToUser(),
    /** Names the sign-in. The session that replaces this one after a new password keeps it, and `createdAt`. */
    signInId: text('sign_in_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    browser: text().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Time-based codes (RFC 6238). A row without `confirmedAt` is being set up and protects nothing yet. */
export const secondFactors = sqliteTable('second_factors', {
  userId: belongsToUser().primaryKey(),
  /** The shared secret, encrypted like bank data. */
  secret: text().notNull(),
  confirmedAt: integer('confirmed_at'),
  /** The time step (30 s since 1970) of the last code that was accepted. No earlier one is accepted again. */
  lastStep: integer('last_step').notNull().default(0),
});

/** Recovery codes that are not used yet, as SHA-256. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  { hash: text().primaryKey(), userId: belongsToUser() },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** Wrong passwords and codes, for a name (whether there is such an account or not), a browser or a session. The key is an HMAC. */
export const signInFailures = sqliteTable(
  'sign_in_failures',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [index('sign_in_failures_at').on(table.lastAt)],
);

/** What staff changed, deleted and read, who signed in, and what was refused. Contains no data of visitors except ids (docs/product.md, "Audit log"). */
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
    /** The network address of a sign-in or a refusal, as an HMAC. */
    address: text(),
    /** HMAC over this row and the hash of the row before. Null in rows of earlier versions until a start adds it. */
    hash: text(),
  },
  (table) => [
    // for the job that deletes what is no longer kept
    index('audit_log_at').on(table.at),
    index('audit_log_user_at').on(table.userId, table.at),
  ],
);

/** Both ends of the chain of audit rows; one row. */
export const auditChain = sqliteTable('audit_chain', {
  id: integer().primaryKey(),
  /** The hash of the row before the oldest one that is kept, and its seal (`db/audit/chain.ts`). */
  before: text().notNull(),
  lastId: integer('last_id').notNull(),
  /** The hash of the newest row, and its seal. */
  lastHash: text('last_hash').notNull(),
});
