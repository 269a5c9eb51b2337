/** Signing in: the same time and words whether the name or the password is wrong. */
import type { Database } from '#db/client';
import { countUsers, createFirstUser, findUserByName, type UserRecord } from '#db/staff/users';
import type { Login, User } from '#domain/backoffice/user';
import type { Context } from '../../context';
import { createPasswords } from './passwords';

/** The user whose name and password these are, or null. */
export async function authenticate(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  { username, password }: Login,
): Promise<UserRecord | null> {
  const user = await findUserByName(db, username);
  return (await passwords.matches(password, user?.passwordHash ?? null)) ? user : null;
}

/**
 * Creates the first administrator while there is no user at all; returns the password it made up, if any. `patiently`
 * may ask the database again: the password stays the same.
 */
export async function ensureAdministrator(
  db: Database,
  { username, password }: { username: string; password: string | null },
  now: number,
  passwords = createPasswords(),
  patiently = <T>(work: () => Promise<T>) => work(),
): Promise<{ generated: string } | null> {
  if ((await patiently(() => countUsers(db))) > 0) return null;
  const secret = password ?? crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const passwordHash = await passwords.hash(secret);
  const user = { id: crypto.randomUUID(), username, passwordHash, email: null, role: 'admin' as const };
  const created = await patiently(() => createFirstUser(db, user, now));
  return created && !password ? { generated: secret } : null;
}

/** Who signed in, as the login answers it. */
export function signedInUser({ id, username, email, role }: UserRecord) {
  return { id, username, email, role };
}

/** What a client may know of a user. */
export function userView(user: UserRecord): User {
  return { ...signedInUser(user), createdAt: new Date(user.createdAt).toISOString() };
}
