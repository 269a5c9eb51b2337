/** Signing in takes as long, and reports the same, whether the name or the password is wrong. */

import { findSecondFactor } from '#db/staff/second-factors';
import type { SessionRecord, StaffRecord } from '#db/staff/sessions';
import { signIn } from '#db/staff/sign-in';
import { countUsers, createFirstUser, type UserRecord } from '#db/staff/users';
import type { Login, SignedInUser, User } from '#domain/accounts/user';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { mustChangePassword, mustSetSecondFactor } from '../../http/access';
import { Refusal } from '../../refusal';
import { proofOf } from './second-factor';

type Needs = Pick<Context, 'db' | 'cipher' | 'now' | 'passwords'>;
/** `isKnown`: the browser has signed in as this user before. `onCode`: called if only the code is missing or wrong. */
type Entry = Pick<Login, 'password' | 'code'> &
  Client & { isKnown: boolean; onCode: (state: 'missing' | 'wrong', user: UserRecord) => void };
/** `address`: as it stands in the audit log. */
type Client = { browser: string; address: string };

/**
 * Opens a session of a user whose name, password and, with a second factor, code are right; otherwise null.
 *
 * @throws Refusal 401 that asks for the code, after the right password only
 */
export async function enter(
  context: Needs,
  user: UserRecord | null,
  { password, code, isKnown, onCode, ...client }: Entry,
): Promise<SessionRecord | null> {
  const { db, now, passwords } = context;
  const isRight = await passwords.matches(password, user?.passwordHash ?? null, isKnown);
  if (!user || !isRight) return null;
  const factor = await findSecondFactor(db, user.id);
  if (!factor?.confirmed) return await signIn(db, user, { ...client, proof: null, now: now() });
  if (!code) {
    onCode('missing', user);
    throw codeRefusal('Bitte geben Sie den Code Ihrer Authenticator-App ein');
  }
  const proof = await proofOf(context, user.id, code);
  const session = proof && (await signIn(db, user, { ...client, proof, now: now() }));
  if (!session) onCode('wrong', user);
  return session;
}

/** Only for who has sent the right password: it tells that there is a second factor. */
export function codeRefusal(message: string): Refusal {
  return new Refusal(401, { message, secondFactor: true });
}

type Creating = {
  /** May call its argument several times; the password stays the same. */
  retrying?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called with a generated password when nobody knows whether the account was stored, before the error is thrown. */
  onDoubt?: (password: string) => void;
};

/**
 * Creates the first administrator if there are no users; returns the generated password, if there is one. It counts as
 * one that somebody else knows.
 */
export async function ensureAdministrator(
  { db, now, passwords }: Pick<Context, 'db' | 'now' | 'passwords'>,
  { username, password }: { username: string; password: string | null },
  { retrying = (work) => work(), onDoubt = () => {} }: Creating = {},
): Promise<string | null> {
  if ((await retrying(() => countUsers(db))) > 0) return null;
  const secret = password ?? crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const passwordHash = await passwords.hash(secret);
  const account = { id: crypto.randomUUID(), username, passwordHash, email: null, role: 'admin' as const };
  const user = { ...account, passwordByAdmin: password === null };
  try {
    const created = await retrying(() => createFirstUser(db, user, now()));
    return created && password === null ? secret : null;
  } catch (error) {
    // the commit may have arrived although its response did not
    if (password === null) onDoubt(secret);
    throw error;
  }
}

/** The user in the response to a login. */
export function userOfLogin({ id, username, email, role }: UserRecord) {
  return { id, username, email, role };
}

/** The parts of a user that clients may see. */
export function userView(user: UserRecord & { secondFactor: boolean }): User {
  const { secondFactor, createdAt } = user;
  return { ...userOfLogin(user), createdAt: isoOf(createdAt), secondFactor };
}

/** The user, as they see themselves. */
export function ownView(user: StaffRecord, config: Context['config']): SignedInUser {
  return {
    ...userView(user),
    mustChangePassword: mustChangePassword(user, config),
    mustSetSecondFactor: mustSetSecondFactor(user, config),
    passwordMin: config.passwordMin,
  };
}
