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
import { endSessionsOf, isSignedIn, type StaffRecord } from '#db/staff/sessions';
import type { Actor } from '#domain/accounts/actors';
import type { PendingSecondFactor } from '#domain/accounts/second-factor';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { refusals } from '../../refusal';
import { hashOf, isRecoveryCode, newRecoveryCodes, newSecret, stepOf } from './codes';

export const isSet = () => refusals.conflict('Die Zwei-Faktor-Anmeldung ist schon eingerichtet.');

export async function beginFactor(
  context: Context,
  { id, username, session }: StaffRecord,
): Promise<PendingSecondFactor> {
  const pending = newSecret(context.operator.brand.name, username);
  const sealed = sealSecret(context.cipher, id, pending.secret);
  await perform(context, { id, username }, async ({ tx, unrecorded }) => {
    if (!(await isSignedIn(tx, session))) throw refusals.unauthorized();
    if (!(await beginSecondFactor(tx, id, sealed))) throw isSet();
    unrecorded('it protects nothing before it is confirmed');
  });
  return pending;
}

/** Confirms the stored secret by its first code; returns the recovery codes, or null if the code is wrong. */
export async function confirmFactor(
  context: Context,
  staff: StaffRecord,
  code: string,
): Promise<string[] | null> {
  const factor = await findSecondFactor(context.db.read, staff.id);
  if (!factor || factor.confirmed) return null;
  const step = stepOf(openSecret(context.cipher, staff.id, factor.secret), code, context.now());
  if (step === null) return null;
  const codes = newRecoveryCodes();
  const confirmed = { secret: factor.secret, step, hashes: codes.map(hashOf) };
  return await perform(context, staff, async ({ tx, at, record }) => {
    const isOpen = await isSignedIn(tx, staff.session);
    if (!isOpen || !(await setSecondFactor(tx, staff.id, confirmed, at))) return null;
    await endSessionsOf(tx, staff.id, staff.session.id);
    await record('second_factor_set', [staff.id]);
    return codes;
  });
}

/** Ends one's own. False if the code does not count, or the session has ended. */
export async function endFactor(context: Context, staff: StaffRecord, proof: Proof): Promise<boolean> {
  return await perform(context, staff, async (deed) => {
    const { tx, record } = deed;
    if (!(await isSignedIn(tx, staff.session)) || !(await consume(deed, staff, proof))) return false;
    await deleteSecondFactor(tx, staff.id);
    await endSessionsOf(tx, staff.id, staff.session.id);
    await record('second_factor_ended', [staff.id]);
    return true;
  });
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
