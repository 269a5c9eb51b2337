/** Signing in takes as long, and reports the same, whether the name or the password is wrong. */
import type { Database } from '#db/client';
import { countUsers, createFirstUser, findUserByName, type UserRecord } from '#db/staff/users';
import type { Login, User } from '#domain/backoffice/user';
import type { Context } from '../../context';
import { createPasswords } from './passwords';

/** The user with this name and password, or null. */
export async function authenticate(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  { username, password }: Login,
): Promise<UserRecord | null> {
  const user = await findUserByName(db, username);
  return (await passwords.matches(password, user?.passwordHash ?? null)) ? user : null;
}

/**
 * Creates the first administrator if there are no users; returns the generated password, if there is one. `retrying`
 * may call its argument several times; the password stays the same.
 */
export async function ensureAdministrator(
  db: Database,
  { username, password }: { username: string; password: string | null },
  now: number,
  passwords = createPasswords(),
  retrying = <T>(work: () => Promise<T>) => work(),
): Promise<{ generated: string } | null> {
  if ((await retrying(() => countUsers(db))) > 0) return null;
  const secret = password ?? crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const passwordHash = await passwords.hash(secret);
  const user = { id: crypto.randomUUID(), username, passwordHash, email: null, role: 'admin' as const };
  const created = await retrying(() => createFirstUser(db, user, now));
  return created && !password ? { generated: secret } : null;
}

/** The user in the response to a login. */
export function signedInUser({ id, username, email, role }: UserRecord) {
  return { id, username, email, role };
}

/** The parts of a user that clients may see. */
export function userView(user: UserRecord): User {
  return { ...signedInUser(user), createdAt: new Date(user.createdAt).toISOString() };
}
