/** Staff accounts. Instants are milliseconds since 1970. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { lookOf, type Role } from '#domain/backoffice/user';
import { unassignCases } from '../cases/unassign';
import type { Database, Transaction } from '../client';
import { users } from '../schema';
import { type Actor, recordAction } from './audit';

export type UserRecord = typeof users.$inferSelect;
export type NewUser = { username: string; passwordHash: string; email: string | null; role: Role };
export type UserDeletion = 'deleted' | 'unknown' | 'self' | 'last_administrator';

/** The key by which a username is unique in any case. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').toLowerCase();
}

/** The account with this id, or null. */
export async function findUser(db: Database, id: string): Promise<UserRecord | null> {
  const [user] = await db.read.select().from(users).where(eq(users.id, id)).limit(1);
  return user ?? null;
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

/** Newest first. */
export async function listUsers(db: Database): Promise<UserRecord[]> {
  return await db.read.select().from(users).orderBy(desc(users.createdAt), desc(sql`rowid`));
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
): Promise<UserRecord | null> {
  return await db.write(async (tx) => {
    const taken = await tx.select({ username: users.username }).from(users);
    if (taken.some(({ username }) => lookOf(username) === lookOf(user.username))) return null;
    const created = await insertUser(tx, user, now);
    if (created && actor) await recordAction(tx, actor, 'user_created', [created.id], now);
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
export async function deleteUser(db: Database, id: string, actor: Actor, now: number): Promise<UserDeletion> {
  if (id === actor.id) return 'self';
  return await db.write(async (tx) => {
    const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, id));
    if (!user) return 'unknown';
    if (user.role === 'admin' && (await countAdministrators(tx)) === 1) return 'last_administrator';
    await unassignCases(tx, id, actor, now);
    await tx.delete(users).where(eq(users.id, id));
    await recordAction(tx, actor, 'user_deleted', [id], now);
    return 'deleted';
  });
}

/**
 * Changes a password and makes all tokens of the user invalid. Null if this happened already since `user` was read, or
 * if the account was deleted.
 */
export async function changePassword(
  db: Database,
  user: UserRecord,
  passwordHash: string,
  now: number,
): Promise<UserRecord | null> {
  return await db.write(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, tokenVersion: user.tokenVersion + 1 })
      .where(and(eq(users.id, user.id), eq(users.tokenVersion, user.tokenVersion)))
      .returning();
    if (changed) await recordAction(tx, changed, 'password_changed', [changed.id], now);
    return changed ?? null;
  });
}

/** Ends all sessions of an account: earlier tokens become invalid. False if there is no such account. */
export async function endSessions(db: Database, id: string, actor: Actor, now: number): Promise<boolean> {
  return await db.write(async (tx) => {
    const ended = await tx
      .update(users)
      .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
      .where(eq(users.id, id))
      .returning({ id: users.id });
    if (ended.length === 0) return false;
    await recordAction(tx, actor, 'sessions_ended', [id], now);
    return true;
  });
}

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
