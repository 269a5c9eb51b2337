/** Staff accounts. Instants are milliseconds since 1970. */
import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Role } from '#domain/accounts/user';
import { lookOf } from '#domain/accounts/usernames';
import { berlinDay } from '#domain/dates';
import { type OnAct, recordAction } from '../audit/record';
import { unassignCases } from '../cases/endings';
import type { Database, Transaction } from '../client';
import { secondFactors, users } from '../schema/staff';

export type UserRecord = typeof users.$inferSelect;
type NewUser = {
  username: string;
  passwordHash: string;
  email: string | null;
  role: Role;
  /** An administrator chose the password, and so knows it. */
  passwordByAdmin?: boolean;
};

export async function findUser(reader: Reader, id: string): Promise<UserRecord | null> {
  const [user] = await reader.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

export async function findUserByName(reader: Reader, username: string): Promise<UserRecord | null> {
  const [user] = await reader
    .select()
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
    .limit(1);
  return user ?? null;
}

/** Newest first. `secondFactor`: whether a second factor protects the account. */
export async function listUsers(reader: Reader): Promise<(UserRecord & { secondFactor: boolean })[]> {
  const rows = await reader
    .select({ ...getTableColumns(users), confirmedAt: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .orderBy(desc(users.createdAt), desc(sql`users.rowid`));
  return rows.map(({ confirmedAt, ...user }) => ({ ...user, secondFactor: confirmedAt !== null }));
}

export async function listStaff(db: Database): Promise<Pick<UserRecord, 'id' | 'username'>[]> {
  return await db.read
    .select({ id: users.id, username: users.username })
    .from(users)
    .orderBy(users.usernameKey);
}

export async function countUsers(reader: Reader): Promise<number> {
  const [row] = await reader.select({ total: count() }).from(users);
  return row?.total ?? 0;
}

/** Null if the name is taken or looks like a taken one. */
export async function createUser(tx: Transaction, user: NewUser, now: number): Promise<UserRecord | null> {
  const taken = await tx.select({ username: users.username }).from(users);
  if (taken.some(({ username }) => lookOf(username) === lookOf(user.username))) return null;
  return await insertUser(tx, user, now);
}

/** True if the account with this id is there afterwards, so it may be called again after a lost response. */
export async function createFirstUser(
  tx: Transaction,
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
    const today = berlinDay(new Date(now));
    const cases = await unassignCases({ tx, at: now, today, actor }, id);
    await recordAction(tx, actor, 'case_changed', cases, now);
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

/** Nobody may hold its cases any more. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

export async function isLastAdministrator(tx: Transaction, { role }: UserRecord): Promise<boolean> {
  if (role !== 'admin') return false;
  const [row] = await tx.select({ total: count() }).from(users).where(eq(users.role, 'admin'));
  return row?.total === 1;
}

type Known = Pick<UserRecord, 'id' | 'passwordHash'>;

export async function hasPassword(tx: Transaction, user: Known): Promise<boolean> {
  const [same] = await tx.select({ id: users.id }).from(users).where(isStill(user));
  return same !== undefined;
}

/** One that its owner chose. False if it was changed since `user` was read. */
export async function setPassword(tx: Transaction, user: Known, passwordHash: string): Promise<boolean> {
  const { rowsAffected } = await tx
    .update(users)
    .set({ passwordHash, passwordByAdmin: false })
    .where(isStill(user));
  return rowsAffected > 0;
}

const isStill = ({ id, passwordHash }: Known) => and(eq(users.id, id), eq(users.passwordHash, passwordHash));
