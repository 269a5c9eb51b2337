/** Signing in: the same time and words whether the name or the password is wrong. */
import type { Database } from '../../../db/client';
import { countUsers, createFirstUser, findUserByName, type UserRecord } from '../../../db/users';
import type { Login } from '../../../domain/user';

/** Hashes one password with Argon2id. */
export function hashPassword(password: string): Promise<string> {
  return oneAtATime(() => Bun.password.hash(password, { algorithm: 'argon2id' }));
}

/** The user whose name and password these are, or null. */
export async function authenticate(db: Database, { username, password }: Login): Promise<UserRecord | null> {
  const user = await findUserByName(db, username);
  const hash = user?.passwordHash ?? (await decoy());
  const matches = await oneAtATime(() => Bun.password.verify(password, hash));
  return user && matches ? user : null;
}

/** True when this is the user's password. */
export function isPasswordOf(user: UserRecord, password: string): Promise<boolean> {
  return oneAtATime(() => Bun.password.verify(password, user.passwordHash));
}

/** Creates the first administrator while there is no user at all; returns the password it made up, if any. */
export async function ensureAdministrator(
  db: Database,
  { username, password }: { username: string; password: string | null },
  now: number,
): Promise<{ generated: string } | null> {
  if ((await countUsers(db)) > 0) return null;
  const secret = password ?? crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const user = { username, passwordHash: await hashPassword(secret), email: null, role: 'admin' as const };
  const created = await createFirstUser(db, user, now);
  return created && !password ? { generated: secret } : null;
}

/** Who signed in, as the login answers it. */
export function signedInUser({ id, username, email, role }: UserRecord) {
  return { id, username, email, role };
}

/** What a client may know of a user. */
export function userView(user: UserRecord) {
  return { ...signedInUser(user), createdAt: new Date(user.createdAt).toISOString() };
}

let decoyHash: Promise<string> | null = null;
function decoy(): Promise<string> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  return decoyHash;
}

let queue: Promise<unknown> = Promise.resolve();
/** Argon2 takes tens of milliseconds of a core and 64 MiB each: in a row they leave room for everyone else. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}
