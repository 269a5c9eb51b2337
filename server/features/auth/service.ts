/** Signing in takes as long, and reports the same, whether the name or the password is wrong. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { sha256Of } from '#db/hash';
import {
  beginSecondFactor,
  consumeProof,
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  openSecret,
  type Proof,
  sealSecret,
  setSecondFactor,
} from '#db/staff/second-factors';
import {
  countUsers,
  createFirstUser,
  deleteSession,
  endSessionsOf,
  hasPassword,
  isSignedIn,
  openSession,
  type SessionRecord,
  type StaffRecord,
  setPassword,
  type UserRecord,
} from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import type { Login, PendingSecondFactor, SignedInUser, User } from '#domain/accounts/user';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { type Deed, perform, type StaffDeed } from '../../deed';
import { mustChangePassword, mustSetSecondFactor } from '../../http/auth';
import { Refusal, refusals } from '../../refusal';

/** `isKnown`: the browser has signed in as this user before. `onWrongCode`: called if all but the code is right. */
type Entry = Pick<Login, 'password' | 'code'> & Client & { isKnown: boolean; onWrongCode: () => void };
type Client = { browser: string; address: string };

/** Null if something is wrong. @throws Refusal 401 that asks for the code, after the right password only */
export async function enter(
  context: Context,
  user: UserRecord | null,
  { password, code, isKnown, onWrongCode, ...client }: Entry,
): Promise<SessionRecord | null> {
  const isRight = await context.passwords.matches(password, user?.passwordHash ?? null, isKnown);
  if (!user || !isRight) return null;
  const factor = await findSecondFactor(context.db.read, user.id);
  if (!factor?.confirmed) return await signIn(context, user, null, client);
  if (!code) {
    // usually the first half of a sign-in, but somebody else may know the password
    context.noteRefusal({ kind: 'code_asked', address: client.address, user });
    throw codeRefusal('Bitte geben Sie den Code Ihrer Authenticator-App ein');
  }
  const proof = await proofOf(context, user.id, code);
  const session = proof && (await signIn(context, user, proof, client));
  if (!session) onWrongCode();
  return session;
}

/** Null if the code is used up, or if a new password or a second factor was set since `user` was read. */
async function signIn(context: Context, user: UserRecord, proof: Proof | null, { browser, address }: Client) {
  return await perform(context, user, async (deed) => {
    const { tx, at, record } = deed;
    if (!(await hasPassword(tx, user)) || !(await consume(deed, user, proof))) return null;
    const session = await openSession(tx, user.id, { browser, now: at });
    await record('signed_in', [session.id], { ...user, address: context.auditAddress(address) });
    return session;
  });
}

export async function endSession(
  { tx, actor, record }: StaffDeed,
  id: string,
  action: 'signed_out' | 'session_ended',
): Promise<boolean> {
  const ended = await deleteSession(tx, actor.id, id);
  if (ended) await record(action, [id]);
  return ended;
}

/** Opens one session in place of all. @throws Refusal 401 if the actor has no session or another password by now */
export async function changePassword(
  { tx, at, actor, record }: StaffDeed,
  { passwordHash, browser }: { passwordHash: string; browser: string },
): Promise<SessionRecord> {
  const isOpen = await isSignedIn(tx, actor.session);
  if (!isOpen || !(await setPassword(tx, actor, passwordHash))) throw refusals.unauthorized();
  await endSessionsOf(tx, actor.id);
  await record('password_changed', [actor.id]);
  return await openSession(tx, actor.id, { browser, now: at, former: actor.session });
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
  const { secondFactor, createdAt, awayUntil } = user;
  return { ...userOfLogin(user), createdAt: isoOf(createdAt), secondFactor, awayUntil };
}

export function ownView(user: StaffRecord, config: Context['config']): SignedInUser {
  return {
    ...userView(user),
    digest: user.digest,
    mustChangePassword: mustChangePassword(user, config),
    mustSetSecondFactor: mustSetSecondFactor(user, config),
    passwordMin: config.passwordMin,
  };
}

export const isSet = () => refusals.conflict('Die Zwei-Faktor-Anmeldung ist schon eingerichtet.');

export async function beginFactor({ operator, cipher }: Context, { tx, actor, unrecorded }: StaffDeed) {
  const { id, username, session } = actor;
  const pending = newSecret(operator.brand.name, username);
  if (!(await isSignedIn(tx, session))) throw refusals.unauthorized();
  if (!(await beginSecondFactor(tx, id, sealSecret(cipher, id, pending.secret)))) throw isSet();
  unrecorded('it protects nothing before it is confirmed');
  return pending;
}

/** Confirms the stored secret by its first code; returns the recovery codes, or null if the code is wrong. */
export async function confirmFactor({ cipher }: Context, { tx, actor, at, record }: StaffDeed, code: string) {
  const { id, session } = actor;
  const factor = await findSecondFactor(tx, id);
  if (!factor || factor.confirmed || !(await isSignedIn(tx, session))) return null;
  const step = stepOf(openSecret(cipher, id, factor.secret), code, at);
  const codes = Array.from({ length: howManyCodes }, newRecoveryCode);
  const confirmed = { secret: factor.secret, hashes: codes.map(hashOf) };
  if (step === null || !(await setSecondFactor(tx, id, { ...confirmed, step }, at))) return null;
  await endSessionsOf(tx, id, session.id);
  await record('second_factor_set', [id]);
  return codes;
}

/** Ends one's own. False if the code does not count, or the session has ended. */
export async function endFactor(deed: StaffDeed, proof: Proof): Promise<boolean> {
  const { tx, actor, record } = deed;
  if (!(await isSignedIn(tx, actor.session)) || !(await consume(deed, actor, proof))) return false;
  await deleteSecondFactor(tx, actor.id);
  await endSessionsOf(tx, actor.id, actor.session.id);
  await record('second_factor_ended', [actor.id]);
  return true;
}

/** Null if the code is wrong. Whether it was used before, the transaction that uses it up finds out. */
export async function proofOf(
  { db, cipher, now }: Pick<Context, 'db' | 'cipher' | 'now'>,
  userId: string,
  code: string,
): Promise<Proof | null> {
  const factor = await findSecondFactor(db.read, userId);
  if (!factor?.confirmed) return null;
  if (isRecoveryCode(code)) return { recovery: hashOf(code) };
  const step = stepOf(openSecret(cipher, userId, factor.secret), code, now());
  return step === null ? null : { step };
}

/** Uses up a code. True if it counts, or if the account needs none; false if it is missing or was used before. */
export async function consume({ tx, record }: Deed, { id }: Actor, proof: Proof | null): Promise<boolean> {
  if (proof === null) return !(await hasSecondFactor(tx, id));
  const counts = await consumeProof(tx, id, proof);
  if (counts && 'recovery' in proof) await record('recovery_code_used', [id]);
  return counts;
}

const stepSeconds = 30;
/** A clock may be one step ahead or behind. */
const drift = 1;
const howManyCodes = 10;
/** 80 bits cannot be guessed, so a plain hash protects them. */
const codeBytes = 10;

function newSecret(issuer: string, username: string): PendingSecondFactor {
  const secret = new Secret({ size: 20 });
  const names = { issuer: withoutColon(issuer), label: withoutColon(username) };
  const uri = new TOTP({ ...names, secret, period: stepSeconds }).toString();
  return { secret: secret.base32, uri, qr: renderSVG(uri, { border: 2 }) };
}

/** A colon ends the issuer in the label of the address, also an encoded one. */
function withoutColon(name: string): string {
  return name.replace(/\s*[:\ufe55\uff1a]\s*/g, ' ').trim() || '-';
}

/** An authenticator app shows digits alone. */
function isRecoveryCode(code: string): boolean {
  return !/^[\d\s]*$/.test(code);
}

function stepOf(base32: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  const totp = new TOTP({ secret: Secret.fromBase32(base32), period: stepSeconds });
  const delta = totp.validate({ token, timestamp: now, window: drift });
  return delta === null ? null : Math.floor(now / 1000 / stepSeconds) + delta;
}

/** 16 letters and digits in four groups (base32). */
function newRecoveryCode(): string {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(codeBytes)).buffer }).base32;
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** Base32 has no 0, 1 and 8: who types one has misread a letter. */
const misread: Record<string, string> = { 0: 'O', 1: 'I', 8: 'B' };

function hashOf(code: string): string {
  const letters = code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[018]/g, (digit) => misread[digit] ?? digit);
  return sha256Of(letters, 'base64url');
}
