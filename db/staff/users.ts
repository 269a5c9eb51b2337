/** Staff accounts. Instants are milliseconds since 1970. */
import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import type { Role } from '#domain/accounts/user';
import { lookOf } from '#domain/accounts/usernames';
import { type OnAct, recordAction } from '../audit/record';
import { unassignCases } from '../cases/unassign';
import type { Database, Transaction } from '../client';
import { secondFactors, users } from '../schema/staff';
import { endSessionsOf, isSignedIn, openSession, type SessionRecord, type StaffRecord } from './sessions';

export type UserRecord = typeof users.$inferSelect;
type NewUser = {
  username: string;
  passwordHash: string;
  email: string | null;
  role: Role;
  /** An administrator chose the password, and so knows it. */
  passwordByAdmin?: boolean;
};
type UserDeletion = 'deleted' | 'unknown' | 'self' | 'last_administrator';

/** The key by which a username is unique in any case. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').toLowerCase();
}

/** The account with this name in any case, or null. */
export async function findUserByName(db: Database, username: string): Promise<UserRecord | null> {
  const [user] = await db.read
    .select()
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
    .limit(1);
  return user ?? null;
}

/** Newest first. `secondFactor`: whether a second factor protects the account. */
export async function listUsers(db: Database): Promise<(UserRecord & { secondFactor: boolean })[]> {
  const rows = await db.read
    .select({ ...getTableColumns(users), confirmedAt: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .orderBy(desc(users.createdAt), desc(sql`users.rowid`));
  return rows.map(({ confirmedAt, ...user }) => ({ ...user, secondFactor: confirmedAt !== null }));
}

/** Everybody whom a case can be assigned to, in the order of their names. */
export async function listStaff(db: Database): Promise<Pick<UserRecord, 'id' | 'username'>[]> {
  return await db.read
    .select({ id: users.id, username: users.username })
    .from(users)
    .orderBy(users.usernameKey);
}

/**
 * Creates an account at instant `now`; null if the name is taken or looks like a taken one. Without an `actor` nothing
 * is recorded in the audit log.
 */
export async function createUser(
  db: Database,
  user: NewUser,
  now: number,
  actor: Actor | null = null,
  also: OnAct = nothing,
): Promise<UserRecord | null> {
  return await db.write(async (tx) => {
    const taken = await tx.select({ username: users.username }).from(users);
    if (taken.some(({ username }) => lookOf(username) === lookOf(user.username))) return null;
    const created = await insertUser(tx, user, now);
    if (!created || !actor) return created;
    const [auditId = 0] = await recordAction(tx, actor, 'user_created', [created.id], now);
    await also(tx, { auditId, account: created });
    return created;
  });
}

/**
 * Creates an account at instant `now` if there is none; true if the account with this id exists afterwards. So it may
 * be called again after a lost response.
 */
export async function createFirstUser(
  db: Database,
  user: NewUser & { id: string },
  now: number,
): Promise<boolean> {
  return await db.write(async (tx) => {
    const [present] = await tx.select({ id: users.id }).from(users).limit(1);
    if (present) return present.id === user.id;
    return (await insertUser(tx, user, now)) !== null;
  });
}

/** Deletes an account, whose cases nobody has then, unless it is the actor's own or the last administrator's. */
export async function deleteUser(
  db: Database,
  id: string,
  actor: Actor,
  now: number,
  also: OnAct = nothing,
): Promise<UserDeletion> {
  if (id === actor.id) return 'self';
  return await db.write(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id));
    if (!user) return 'unknown';
    if (user.role === 'admin' && (await countAdministrators(tx)) === 1) return 'last_administrator';
    await unassignCases(tx, id, actor, now);
    const [auditId = 0] = await recordAction(tx, actor, 'user_deleted', [id], now);
    // before the deletion: a deleted administrator is told too
    await also(tx, { auditId, account: user });
    await tx.delete(users).where(eq(users.id, id));
    return 'deleted';
  });
}

/**
 * Changes a password, ends all sessions of the user and replaces theirs, which ends when that would have ended. Null if the session has ended or the password
 * was changed since `user` was read.
 */
export async function changePassword(
  db: Database,
  user: Pick<StaffRecord, 'id' | 'username' | 'passwordHash' | 'session'>,
  { passwordHash, browser, now }: { passwordHash: string; browser: string; now: number },
): Promise<SessionRecord | null> {
  return await db.write(async (tx) => {
    if (!(await isSignedIn(tx, user.session))) return null;
    const { rowsAffected } = await tx
      .update(users)
      .set({ passwordHash, passwordByAdmin: false })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)));
    if (rowsAffected === 0) return null;
    await endSessionsOf(tx, user.id);
    await recordAction(tx, user, 'password_changed', [user.id], now);
    return await openSession(tx, user.id, { browser, now, former: user.session });
  });
}

/** Ends all sessions of an account. False if there is no such account. */
export async function endSessions(
  db: Database,
  id: string,
  actor: Actor,
  now: number,
  also: OnAct = nothing,
): Promise<boolean> {
  return await db.write(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id));
    if (!user) return false;
    await endSessionsOf(tx, id);
    const [auditId = 0] = await recordAction(tx, actor, 'sessions_ended', [id], now);
    await also(tx, { auditId, account: user });
    return true;
  });
}

const nothing: OnAct = async () => {};

export async function countUsers(db: Database): Promise<number> {
  const [row] = await db.read.select({ total: count() }).from(users);
  return row?.total ?? 0;
}

async function insertUser(tx: Transaction, user: NewUser, now: number): Promise<UserRecord | null> {
  const row = { id: crypto.randomUUID(), ...user, usernameKey: usernameKey(user.username), createdAt: now };
  const [created] = await tx.insert(users).values(row).onConflictDoNothing().returning();
  return created ?? null;
}

async function countAdministrators(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(users).where(eq(users.role, 'admin'));
  return row?.total ?? 0;
}
