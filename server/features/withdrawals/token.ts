/** The token in the address of a confirmation. The database has its hash only. */
import { createHash, createHmac } from 'node:crypto';

/** The token of a withdrawal: 32 bytes that nobody can guess, and that the server computes again when asked again. */
export function tokenOf(secret: string, withdrawalId: string): string {
  return createHmac('sha256', secret).update(`withdrawal\0${withdrawalId}`).digest('base64url');
}

export function isToken(given: string): boolean {
  return /^[\w-]{43}$/.test(given);
}

export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
