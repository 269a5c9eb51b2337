/** The app of a member of staff that shows codes of a second factor. */
import { Secret, TOTP } from 'otpauth';

/** How long the app shows a code, in milliseconds. */
export const step = 30_000;

/** The code that an app shows for this secret (base32) at an instant in milliseconds. */
export function codeOf(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** A code that the app shows neither now nor a few minutes before or after. */
export function wrongCode(secret: string, at: number): string {
  const near = Array.from({ length: 41 }, (_, index) => codeOf(secret, at + (index - 20) * step));
  return ['000000', '111111', '222222', ...near].find((code) => !near.includes(code)) ?? '';
}
