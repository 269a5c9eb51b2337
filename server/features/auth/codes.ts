/** Time-based codes (RFC 6238) and recovery codes: making, checking and showing them. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { sha256Of } from '#db/hash';
import type { PendingSecondFactor } from '#domain/accounts/second-factor';

const stepSeconds = 30;
/** A clock may be one step ahead or behind. */
const drift = 1;
const howManyCodes = 10;
/** 80 bits cannot be guessed, so a plain hash protects them. */
const codeBytes = 10;

export function newSecret(issuer: string, username: string): PendingSecondFactor {
  const secret = new Secret({ size: 20 });
  const names = { issuer: withoutColon(issuer), label: withoutColon(username) };
  const uri = new TOTP({ ...names, secret, period: stepSeconds }).toString();
  return { secret: secret.base32, uri, qr: renderSVG(uri, { border: 2 }) };
}

/** A colon ends the issuer in the label of the address, also an encoded one. */
function withoutColon(name: string): string {
  return name.replace(/\s*[:\ufe55\uff1a]\s*/g, ' ').trim() || '-';
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: howManyCodes }, newRecoveryCode);
}

/** An authenticator app shows digits alone. */
export function isRecoveryCode(code: string): boolean {
  return !/^[\d\s]*$/.test(code);
}

/** The time step that a code belongs to, or null. */
export function stepOf(base32: string, code: string, now: number): number | null {
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

export function hashOf(code: string): string {
  const letters = code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[018]/g, (digit) => misread[digit] ?? digit);
  return sha256Of(letters, 'base64url');
}
