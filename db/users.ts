/** Staff accounts. */
import { count, eq } from 'drizzle-orm';
import type { Role } from '../domain/user';
import type { Database } from './client';
import { users } from './schema';

export type UserRecord = typeof users.$inferSelect;
export type NewUser = { username: string; passwordHash: string; email: string | null; role: Role };

/** The key under which a username is unique: case does not make a second account. */
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

/** Creates an account at instant `now` (ms); null when the name is taken. */
export async function createUser(db: Database, user: NewUser, now: number): Promise<UserRecord | null> {
  const row = { id: crypto.randomUUID(), ...user, usernameKey: usernameKey(user.username), createdAt: now };
  return await db.write(async (tx) => {
    const [created] = await tx.insert(users).values(row).onConflictDoNothing().returning();
    return created ?? null;
  });
}

/** Number of accounts. */
export async function countUsers(db: Database): Promise<number> {
  const [row] = await db.read.select({ total: count() }).from(users);
  return row?.total ?? 0;
}
