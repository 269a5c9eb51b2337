import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { usernameKey } from '#domain/accounts/usernames';
import type { Reader, Transaction } from '../client';
import { secondFactors, users } from '../schema/staff';

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
export async function createFirstUser(
  tx: Transaction,
  user: NewUser & { id: string },
  now: number,
): Promise<boolean> {
  const [present] = await tx.select({ id: users.id }).from(users).limit(1);
  if (present) return present.id === user.id;
  return (await createUser(tx, user, now)) !== null;
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
