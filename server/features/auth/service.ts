/** Signing in takes as long, and reports the same, whether the name or the password is wrong. */
import { findSecondFactor, type Proof } from '#db/staff/second-factors';
import {
  deleteSession,
  endSessionsOf,
  isSignedIn,
  openSession,
  type SessionRecord,
  type StaffRecord,
} from '#db/staff/sessions';
import { countUsers, createFirstUser, hasPassword, setPassword, type UserRecord } from '#db/staff/users';
import type { Login, SignedInUser, User } from '#domain/accounts/user';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { mustChangePassword, mustSetSecondFactor } from '../../http/auth';
import { Refusal, refusals } from '../../refusal';
import { consume, proofOf } from './second-factor';

/** `isKnown`: the browser has signed in as this user before. `onCode`: called if only the code is missing or wrong. */
type Entry = Pick<Login, 'password' | 'code'> &
  Client & { isKnown: boolean; onCode: (state: 'missing' | 'wrong', user: UserRecord) => void };
/** `address`: as it stands in the audit log. */
type Client = { browser: string; address: string };

/** Null if something is wrong. @throws Refusal 401 that asks for the code, after the right password only */
export async function enter(
  context: Context,
  user: UserRecord | null,
  { password, code, isKnown, onCode, ...client }: Entry,
): Promise<SessionRecord | null> {
  const isRight = await context.passwords.matches(password, user?.passwordHash ?? null, isKnown);
  if (!user || !isRight) return null;
  const factor = await findSecondFactor(context.db.read, user.id);
  if (!factor?.confirmed) return await signIn(context, user, null, client);
  if (!code) {
    onCode('missing', user);
    throw codeRefusal('Bitte geben Sie den Code Ihrer Authenticator-App ein');
  }
  const proof = await proofOf(context, user.id, code);
  const session = proof && (await signIn(context, user, proof, client));
  if (!session) onCode('wrong', user);
  return session;
}

/** Null if the code is used up, or if a new password or a second factor was set since `user` was read. */
async function signIn(
  context: Context,
  user: UserRecord,
  proof: Proof | null,
  { browser, address }: Client,
): Promise<SessionRecord | null> {
  return await perform(context, user, async (deed) => {
    const { tx, at, record } = deed;
    if (!(await hasPassword(tx, user)) || !(await consume(deed, user, proof))) return null;
    const session = await openSession(tx, user.id, { browser, now: at });
    await record('signed_in', [session.id], { ...user, address });
    return session;
  });
}

export async function endSession(
  context: Context,
  staff: StaffRecord,
  id: string,
  action: 'signed_out' | 'session_ended',
): Promise<boolean> {
  return await perform(context, staff, async ({ tx, record }) => {
    const ended = await deleteSession(tx, staff.id, id);
    if (ended) await record(action, [id]);
    return ended;
  });
}

type Signed = Pick<StaffRecord, 'id' | 'username' | 'passwordHash' | 'session'>;

/** Opens one session in place of all. @throws Refusal 401 if `staff` has no session or another password by now */
export async function changePassword(
  context: Context,
  staff: Signed,
  { passwordHash, browser }: { passwordHash: string; browser: string },
): Promise<SessionRecord> {
  return await perform(context, staff, async ({ tx, at, record }) => {
    const isOpen = await isSignedIn(tx, staff.session);
    if (!isOpen || !(await setPassword(tx, staff, passwordHash))) throw refusals.unauthorized();
    await endSessionsOf(tx, staff.id);
    await record('password_changed', [staff.id]);
    return await openSession(tx, staff.id, { browser, now: at, former: staff.session });
  });
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

/** Creates the first administrator if there are no users; returns the password if it was generated. */
export async function ensureAdministrator(
  { db, now, passwords }: Pick<Context, 'db' | 'now' | 'passwords'>,
  { username, password }: { username: string; password: string | null },
  { retrying = (work) => work(), onDoubt = () => {} }: Creating = {},
): Promise<string | null> {
  if ((await retrying(() => countUsers(db.read))) > 0) return null;
  const secret = password ?? crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  const passwordHash = await passwords.hash(secret);
  const account = { id: crypto.randomUUID(), username, passwordHash, email: null, role: 'admin' as const };
  const user = { ...account, passwordByAdmin: password === null };
  try {
    const created = await retrying(() => db.write((tx) => createFirstUser(tx, user, now())));
    return created && password === null ? secret : null;
  } catch (error) {
    // the commit may have arrived although its response did not
    if (password === null) onDoubt(secret);
    throw error;
  }
}

export function userOfLogin({ id, username, email, role }: UserRecord) {
  return { id, username, email, role };
}

export function userView(user: UserRecord & { secondFactor: boolean }): User {
  const { secondFactor, createdAt } = user;
  return { ...userOfLogin(user), createdAt: isoOf(createdAt), secondFactor };
}

export function ownView(user: StaffRecord, config: Context['config']): SignedInUser {
  return {
    ...userView(user),
    mustChangePassword: mustChangePassword(user, config),
    mustSetSecondFactor: mustSetSecondFactor(user, config),
    passwordMin: config.passwordMin,
  };
}
