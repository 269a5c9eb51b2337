import { and, desc, eq, getTableColumns, gt, lt, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { usernameKey } from '#domain/accounts/user';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { secondFactors, sessions, users } from '../schema/staff';
import { sweep } from '../statements';

export type UserRecord = typeof users.$inferSelect;
type NewUser = Omit<typeof users.$inferInsert, 'id' | 'usernameKey' | 'createdAt'>;

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

export async function listUsers(reader: Reader): Promise<(UserRecord & { secondFactor: boolean })[]> {
  const rows = await reader
    .select({ ...getTableColumns(users), confirmedAt: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .orderBy(desc(users.createdAt), desc(sql`users.rowid`));
  return rows.map(({ confirmedAt, ...user }) => ({ ...user, secondFactor: confirmedAt !== null }));
}

export async function listStaff(reader: Reader): Promise<Pick<UserRecord, 'id' | 'username'>[]> {
  return await reader
    .select({ id: users.id, username: users.username })
    .from(users)
    .orderBy(users.usernameKey);
}

export async function countUsers(reader: Reader): Promise<number> {
  return await reader.$count(users);
}

/** Null if the name is taken. */
export async function createUser(tx: Transaction, user: NewUser, now: number): Promise<UserRecord | null> {
  const row = { id: crypto.randomUUID(), ...user, usernameKey: usernameKey(user.username), createdAt: now };
  const [created] = await tx.insert(users).values(row).onConflictDoNothing().returning();
  return created ?? null;
}

/** True if the account with this id is there afterwards, so it may be called again after a lost response. */
export async function createFirstUser(tx: Transaction, user: NewUser & { id: string }, now: number) {
  const [present] = await tx.select({ id: users.id }).from(users).limit(1);
  if (present) return present.id === user.id;
  return (await createUser(tx, user, now)) !== null;
}

export async function changeUser(tx: Transaction, id: string, change: Partial<UserRecord>): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id));
}

/** Nobody may hold its cases any more. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, id));
}

export async function isLastAdministrator(tx: Transaction, { role }: UserRecord): Promise<boolean> {
  return role === 'admin' && (await tx.$count(users, eq(users.role, 'admin'))) === 1;
}

type Known = Pick<UserRecord, 'id' | 'passwordHash'>;

export async function hasPassword(tx: Transaction, user: Known): Promise<boolean> {
  return (await tx.$count(users, isStill(user))) > 0;
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

export type SessionRecord = typeof sessions.$inferSelect;
export type StaffRecord = typeof users.$inferSelect & { session: SessionRecord; secondFactor: boolean };
/** Sessions that began or were used at these instants or before have ended. */
export type Ends = { begun: number; used: number };

/** The oldest session ends when an account opens one more. */
const mostSessions = 20;

export async function findStaff(reader: Reader, id: string, ends: Ends): Promise<StaffRecord | null> {
  const [row] = await staffBehind(reader, { id, ...ends });
  return row ? { ...row.user, session: row.session, secondFactor: row.confirmedAt !== null } : null;
}

const staffBehind = statement((on) => {
  const ends = { begun: sql`${sql.placeholder('begun')}`, used: sql`${sql.placeholder('used')}` };
  return on
    .select({ session: sessions, user: users, confirmedAt: secondFactors.confirmedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(sessions.id, sql.placeholder('id')), isOpen(ends)));
});

export async function listSessions(reader: Reader, userId: string, ends: Ends): Promise<SessionRecord[]> {
  return await reader
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen(ends)))
    .orderBy(desc(sessions.lastUsedAt));
}

/** Only a stored use that is older than `before`, or later than `now`: a clock was ahead. */
export async function touchSession(tx: Transaction, id: string, before: number, now: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, id), or(lt(sessions.lastUsedAt, before), gt(sessions.lastUsedAt, now))));
}

/** Stores a new session; one that replaces `former` ends when that would have ended. */
export async function openSession(
  tx: Transaction,
  userId: string,
  { browser, now, former }: { browser: string; now: number; former?: SessionRecord },
): Promise<SessionRecord> {
  const kept = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(mostSessions - 1);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, kept)));
  const id = crypto.randomUUID();
  const { signInId, createdAt } = former ?? { signInId: id, createdAt: now };
  const session = { id, userId, signInId, createdAt, lastUsedAt: now, browser };
  await tx.insert(sessions).values(session);
  return session;
}

export async function isSignedIn(tx: Transaction, { id }: Pick<SessionRecord, 'id'>): Promise<boolean> {
  return (await tx.$count(sessions, eq(sessions.id, id))) > 0;
}

export async function deleteSession(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const { rowsAffected } = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
  return rowsAffected > 0;
}

/** Except `kept`. No browser is known any more that was so before. */
export async function endSessionsOf(tx: Transaction, userId: string, kept?: string): Promise<void> {
  await tx
    .update(users)
    .set({ deviceVersion: sql`${users.deviceVersion} + 1` })
    .where(eq(users.id, userId));
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), kept === undefined ? undefined : ne(sessions.id, kept)));
}

export async function deleteEndedSessions(db: Database, ends: Ends): Promise<number> {
  return (await sweep(db, sessions, hasEnded(ends))).length;
}

const hasEnded = ({ begun, used }: Ends) =>
  or(lte(sessions.createdAt, begun), lte(sessions.lastUsedAt, used));
const isOpen = ({ begun, used }: { [K in keyof Ends]: Ends[K] | SQL }) =>
  and(gt(sessions.createdAt, begun), gt(sessions.lastUsedAt, used));
