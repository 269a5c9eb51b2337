/** Time-based codes (RFC 6238) and recovery codes: making, checking and showing them. */

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { sha256Of } from '#db/hash';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  openSecret,
  type Proof,
  sealSecret,
} from '#db/staff/second-factors';
import type { StaffRecord } from '#db/staff/sessions';
import type { PendingSecondFactor } from '#domain/accounts/second-factor';
import type { Context } from '../../context';

type Needs = Pick<Context, 'db' | 'cipher' | 'now'>;

const stepSeconds = 30;
/** A clock may be one step ahead or behind. */
const drift = 1;
const howManyCodes = 10;
/** 80 bits cannot be guessed, so a plain hash protects them. */
const codeBytes = 10;

const totpOf = (base32: string) => new TOTP({ secret: Secret.fromBase32(base32), period: stepSeconds });

/** Stores a new secret and shows it, unless a second factor is set already or the session has ended. */
export async function begin(
  { db, cipher, operator }: Needs & Pick<Context, 'operator'>,
  { id, username, session }: StaffRecord,
): Promise<PendingSecondFactor | 'set' | 'signed_out'> {
  const secret = new Secret({ size: 20 });
  const sealed = sealSecret(cipher, id, secret.base32);
  const outcome = await beginSecondFactor(db, { id, session }, sealed);
  if (outcome !== 'begun') return outcome;
  const uri = new TOTP({
    issuer: withoutColon(operator.brand.name),
    label: withoutColon(username),
    secret,
    period: stepSeconds,
  }).toString();
  return { secret: secret.base32, uri, qr: renderSVG(uri, { border: 2 }) };
}

/** A colon ends the issuer in the label of the address, also an encoded one. */
function withoutColon(name: string): string {
  return name.replace(/\s*[:\ufe55\uff1a]\s*/g, ' ').trim() || '-';
}

/** Confirms the stored secret by its first code; returns the recovery codes, or null if the code is wrong. */
export async function confirm(
  { db, cipher, now }: Needs,
  user: StaffRecord,
  code: string,
): Promise<string[] | null> {
  const factor = await findSecondFactor(db, user.id);
  if (!factor || factor.confirmed) return null;
  const step = stepOf(openSecret(cipher, user.id, factor.secret), code, now());
  if (step === null) return null;
  const codes = Array.from({ length: howManyCodes }, newRecoveryCode);
  const confirmed = await confirmSecondFactor(
    db,
    user,
    { secret: factor.secret, step, hashes: codes.map(hashOf) },
    { id: user.session.id, now: now() },
  );
  return confirmed ? codes : null;
}

/**
 * What a code of the app or a recovery code proves, for an account with a second factor; null if it is wrong. Whether it
 * was used before, the transaction that uses it up finds out.
 */
export async function proofOf(
  { db, cipher, now }: Needs,
  userId: string,
  code: string,
): Promise<Proof | null> {
  const factor = await findSecondFactor(db, userId);
  if (!factor?.confirmed) return null;
  if (!/^[\d\s]*$/.test(code)) return { recovery: hashOf(code) };
  const step = stepOf(openSecret(cipher, userId, factor.secret), code, now());
  return step === null ? null : { step };
}

/** The time step that a code belongs to, or null. */
function stepOf(base32: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  const delta = totpOf(base32).validate({ token, timestamp: now, window: drift });
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
