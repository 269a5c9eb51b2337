/** Second factors of staff and their recovery codes. Instants are milliseconds since 1970, steps are of 30 s. */
import { and, count, eq, isNotNull, isNull, lt, notLike } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { type OnAct, recordAction } from '../audit/record';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { recoveryCodes, secondFactors, users } from '../schema/staff';
import { hasTable } from '../sealed-keys';
import { isDamaged } from '../texts';
import { endSessionsOf, isSignedIn, type StaffRecord } from './sessions';

/** What an accepted code uses up: the step of an app's code, or the hash of a recovery code. */
export type Proof = { step: number } | { recovery: string };

type Factor = { secret: string; confirmed: boolean };
/** The session that stays open. */
type Kept = { id: string };

const column = 'second_factor';

/** The sealed secret of an account, or null. */
export async function findSecondFactor(db: Database, userId: string): Promise<Factor | null> {
  const [row] = await db.read
    .select({ secret: secondFactors.secret, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  return row ? { secret: row.secret, confirmed: row.confirmedAt !== null } : null;
}

/** The secret in base32, as it is sealed for the account. */
export function openSecret(cipher: FieldCipher, userId: string, sealed: string): string {
  return cipher.open(userId, column, sealed);
}

export function sealSecret(cipher: FieldCipher, userId: string, secret: string): string {
  return cipher.seal(userId, column, secret);
}

/** Stores a secret that is not confirmed yet, in place of an earlier one. `set`: a confirmed one is set. */
export async function beginSecondFactor(
  db: Database,
  { id: userId, session }: Pick<StaffRecord, 'id' | 'session'>,
  secret: string,
): Promise<'begun' | 'set' | 'signed_out'> {
  return await db.write(async (tx) => {
    if (!(await isSignedIn(tx, session))) return 'signed_out';
    const { rowsAffected } = await tx
      .insert(secondFactors)
      .values({ userId, secret })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: { secret },
        setWhere: isNull(secondFactors.confirmedAt),
      });
    return rowsAffected > 0 ? 'begun' : 'set';
  });
}

/**
 * Sets the second factor whose sealed secret is `secret`, stores the hashes of its recovery codes, and ends the other
 * sessions. False if it is set already, or if the secret was replaced or the session ended meanwhile.
 */
export async function confirmSecondFactor(
  db: Database,
  user: Actor,
  { secret, step, hashes }: { secret: string; step: number; hashes: string[] },
  { id: kept, now }: Kept & { now: number },
): Promise<boolean> {
  return await db.write(async (tx) => {
    if (!(await isSignedIn(tx, { id: kept }))) return false;
    const { rowsAffected } = await tx
      .update(secondFactors)
      .set({ confirmedAt: now, lastStep: step })
      .where(
        and(
          eq(secondFactors.userId, user.id),
          eq(secondFactors.secret, secret),
          isNull(secondFactors.confirmedAt),
        ),
      );
    if (rowsAffected === 0) return false;
    await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, userId: user.id })));
    await endSessionsOf(tx, user.id, kept);
    await recordAction(tx, user, 'second_factor_set', [user.id], now);
    return true;
  });
}

/**
 * Uses up the code of a signed-in or signing-in user. True if it counts, or if the account needs none; false if it is
 * missing or was used before.
 */
export async function consumeProof(
  tx: Transaction,
  user: Actor,
  proof: Proof | null,
  now: number,
): Promise<boolean> {
  if (proof === null) {
    const [factor] = await tx.select({ id: secondFactors.userId }).from(secondFactors).where(isSet(user.id));
    return factor === undefined;
  }
  if ('step' in proof) {
    // only a later step: so each code counts once, also if many calls bring it at the same time
    const { rowsAffected } = await tx
      .update(secondFactors)
      .set({ lastStep: proof.step })
      .where(and(isSet(user.id), lt(secondFactors.lastStep, proof.step)));
    return rowsAffected > 0;
  }
  const { rowsAffected } = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.hash, proof.recovery), eq(recoveryCodes.userId, user.id)));
  if (rowsAffected > 0) await recordAction(tx, user, 'recovery_code_used', [user.id], now);
  return rowsAffected > 0;
}

/** Ends the second factor of the user, and the other sessions. False if the code does not count, or this session ended. */
export async function endOwnSecondFactor(
  db: Database,
  user: Actor,
  proof: Proof,
  { id: kept, now }: Kept & { now: number },
): Promise<boolean> {
  return await db.write(async (tx) => {
    if (!(await isSignedIn(tx, { id: kept })) || !(await consumeProof(tx, user, proof, now))) return false;
    await remove(tx, user.id);
    await endSessionsOf(tx, user.id, kept);
    await recordAction(tx, user, 'second_factor_ended', [user.id], now);
    return true;
  });
}

/** Ends the second factor of somebody who has lost it, and all their sessions. */
export async function endLostSecondFactor(
  db: Database,
  userId: string,
  actor: Actor,
  now: number,
  also: OnAct,
): Promise<'ended' | 'none' | 'unknown'> {
  return await db.write(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) return 'unknown';
    // one that is just being set up is not lost
    const [factor] = await tx.select({ id: secondFactors.userId }).from(secondFactors).where(isSet(userId));
    if (!factor) return 'none';
    await remove(tx, userId);
    await endSessionsOf(tx, userId);
    const [auditId = 0] = await recordAction(tx, actor, 'second_factor_ended', [userId], now);
    await also(tx, { auditId, account: user });
    return 'ended';
  });
}

/** Whether there are administrators and a second factor protects each of them. */
export async function areAdministratorsProtected(reader: Reader): Promise<boolean> {
  const [row] = await reader
    .select({ all: count(), protected: count(secondFactors.confirmedAt) })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.role, 'admin'));
  return row !== undefined && row.all > 0 && row.all === row.protected;
}

type Sealed = { userId: string; old: string; fresh: string | null };

/** Number of secrets that this cipher cannot open. */
export async function countClosedSecrets(db: Database, cipher: FieldCipher): Promise<number> {
  return (await sealedByOthers(db, cipher)).filter(({ fresh }) => fresh === null).length;
}

/** Seals all secrets with the current key of the cipher that an older one has sealed. May be repeated. */
export async function resealSecrets(db: Database, cipher: FieldCipher): Promise<void> {
  for (const { userId, old, fresh } of await sealedByOthers(db, cipher)) {
    if (fresh === null) continue;
    await db.write((tx) =>
      tx
        .update(secondFactors)
        .set({ secret: fresh })
        .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, old))),
    );
  }
}

/** The secrets that were not sealed with the current key; `fresh` is null if none of its keys opens it. */
async function sealedByOthers(db: Database, cipher: FieldCipher): Promise<Sealed[]> {
  if (!(await hasTable(db.read, 'second_factors'))) return [];
  const rows = await db.read
    .select({ userId: secondFactors.userId, old: secondFactors.secret })
    .from(secondFactors)
    .where(notLike(secondFactors.secret, `${cipher.prefix}%`));
  return rows
    .filter(({ old }) => !isDamaged(old))
    .map(({ userId, old }) => ({ userId, old, fresh: resealed(cipher, userId, old) }));
}

function resealed(cipher: FieldCipher, userId: string, secret: string): string | null {
  try {
    return sealSecret(cipher, userId, openSecret(cipher, userId, secret));
  } catch {
    return null;
  }
}

async function remove(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

const isSet = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
