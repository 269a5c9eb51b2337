/** Second factors of staff. Secrets are sealed base32, instants milliseconds since 1970, steps of 30 s. */
import { and, count, eq, isNotNull, isNull, lt, lte, notLike, sql } from 'drizzle-orm';
import { decideGuess, type Failures, forgetMs, freeFailures } from '#domain/accounts/user';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { recoveryCodes, secondFactors, signInFailures, users } from '../schema/staff';
import { hasTable } from '../sealed-keys';
import { sweep } from '../statements';

/** What an accepted code uses up: the step of an app's code, or the hash of a recovery code. */
export type Proof = { step: number } | { recovery: string };

type Factor = { secret: string; confirmed: boolean };

const column = 'second_factor';

export async function findSecondFactor(reader: Reader, userId: string): Promise<Factor | null> {
  const [row] = await reader
    .select({ secret: secondFactors.secret, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return row ? { secret: row.secret, confirmed: row.confirmedAt !== null } : null;
}

export function openSecret(cipher: FieldCipher, userId: string, sealed: string): string {
  return cipher.open(userId, column, sealed);
}

export function sealSecret(cipher: FieldCipher, userId: string, secret: string): string {
  return cipher.seal(userId, column, secret);
}

/** False: a confirmed one is set. */
export async function beginSecondFactor(tx: Transaction, userId: string, secret: string): Promise<boolean> {
  const { rowsAffected } = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret },
      setWhere: isNull(secondFactors.confirmedAt),
    });
  return rowsAffected > 0;
}

type Confirmed = { secret: string; step: number; hashes: string[] };

/** False if it is set already, or was replaced meanwhile. */
export async function setSecondFactor(
  tx: Transaction,
  userId: string,
  { secret, step, hashes }: Confirmed,
  now: number,
): Promise<boolean> {
  const { rowsAffected } = await tx
    .update(secondFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.secret, secret),
        isNull(secondFactors.confirmedAt),
      ),
    );
  if (rowsAffected === 0) return false;
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, userId })));
  return true;
}

export async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.$count(secondFactors, isSet(userId))) > 0;
}

export async function consumeProof(tx: Transaction, userId: string, proof: Proof): Promise<boolean> {
  const { rowsAffected } = await ('step' in proof
    ? tx
        .update(secondFactors)
        .set({ lastStep: proof.step })
        // only a later step: so each code counts once, also if many calls bring it at the same time
        .where(and(isSet(userId), lt(secondFactors.lastStep, proof.step)))
    : tx
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.hash, proof.recovery), eq(recoveryCodes.userId, userId))));
  return rowsAffected > 0;
}

export async function deleteSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

/** A command may look at a database of 0.2.0, which has no such table. */
export async function areAdministratorsProtected(reader: Reader): Promise<boolean> {
  if (!(await hasTable(reader, 'second_factors'))) return false;
  const [row] = await reader
    .select({ all: count(), protected: count(secondFactors.confirmedAt) })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.role, 'admin'));
  return row !== undefined && row.all > 0 && row.all === row.protected;
}

type Sealed = { userId: string; fresh: string | null };

export async function countClosedSecrets(reader: Reader, cipher: FieldCipher): Promise<number> {
  return (await sealedByOthers(reader, cipher)).filter(({ fresh }) => fresh === null).length;
}

/** May be repeated. */
export async function resealSecrets(tx: Transaction, cipher: FieldCipher): Promise<void> {
  for (const { userId, fresh } of await sealedByOthers(tx, cipher)) {
    if (fresh === null) continue;
    await tx.update(secondFactors).set({ secret: fresh }).where(eq(secondFactors.userId, userId));
  }
}

/** The secrets that were not sealed with the current key; `fresh` is null if none of its keys opens it. */
async function sealedByOthers(reader: Reader, cipher: FieldCipher): Promise<Sealed[]> {
  if (!(await hasTable(reader, 'second_factors'))) return [];
  const rows = await reader
    .select({ userId: secondFactors.userId, old: secondFactors.secret })
    .from(secondFactors)
    .where(notLike(secondFactors.secret, `${cipher.prefix}%`));
  return rows.map(({ userId, old }) => ({ userId, fresh: resealed(cipher, userId, old) }));
}

function resealed(cipher: FieldCipher, userId: string, secret: string): string | null {
  try {
    return sealSecret(cipher, userId, openSecret(cipher, userId, secret));
  } catch {
    return null;
  }
}

const isSet = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

// Wrong passwords and codes. A key reveals nothing: the caller makes it with a secret. Instants are in milliseconds.

/** Some megabytes. */
const mostRows = 100_000;

/** Counts a guess as a failure before it is checked, or simultaneous guesses would all be free. */
export async function countGuess(tx: Transaction, key: string, now: number) {
  const isKey = eq(signInFailures.key, key);
  const [row = null] = await tx.select().from(signInFailures).where(isKey);
  const guess = decideGuess(row, now);
  if ('before' in guess) {
    const counted = { failures: guess.before.failures + 1, lastAt: now };
    await tx
      .insert(signInFailures)
      .values({ key, ...counted })
      .onConflictDoUpdate({ target: signInFailures.key, set: counted });
  } else if (row && row.lastAt > now) {
    await tx.update(signInFailures).set({ lastAt: now }).where(isKey);
  }
  return guess;
}

export async function beginWait(tx: Transaction, key: string, now: number): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ lastAt: sql`max(${signInFailures.lastAt}, ${now})` })
    .where(eq(signInFailures.key, key));
}

/** Takes back a guess that was neither right nor wrong; the failures are those before it. */
export async function takeBackGuess(tx: Transaction, key: string, { failures, lastAt }: Failures) {
  const isKey = eq(signInFailures.key, key);
  const isLast = eq(signInFailures.failures, failures + 1);
  await tx
    .update(signInFailures)
    // the wait before the guess goes on, unless there were others meanwhile
    .set({
      failures: sql`max(0, ${signInFailures.failures} - 1)`,
      lastAt: sql`iif(${isLast}, ${lastAt}, ${signInFailures.lastAt})`,
    })
    .where(isKey);
  // guesses that were never checked cost an attacker nothing, so they leave nothing
  await tx.delete(signInFailures).where(and(isKey, eq(signInFailures.failures, 0)));
}

export async function forgetFailures(tx: Transaction, key: string): Promise<void> {
  await tx.delete(signInFailures).where(eq(signInFailures.key, key));
}

/** Forgotten ones, and those above `most` rows: the oldest, and first those that cost no wait. Returns how many. */
export async function deleteFailures(db: Database, now: number, most = mostRows): Promise<number> {
  const { length } = await sweep(db, signInFailures, lte(signInFailures.lastAt, now - forgetMs));
  const surplus = (await db.fresh.$count(signInFailures)) - most;
  if (surplus <= 0) return length;
  const oldest = sql`(select key from sign_in_failures order by failures >= ${freeFailures}, last_at limit ${surplus})`;
  return length + (await sweep(db, signInFailures, sql`${signInFailures.key} in ${oldest}`)).length;
}
