/** Hashes by the secret of the server: the same on all instances, and worth nothing without the secret. */
import { createHmac } from 'node:crypto';
import type { AddressHash } from '#db/mails/caps';
import type { Config } from './config';

type Secret = Pick<Config, 'jwtSecret'>;

/** Equal values have different hashes for each `purpose`. 43 characters. */
export function keyedHash({ jwtSecret }: Secret, purpose: string): (value: string) => string {
  return (value) => createHmac('sha256', jwtSecret).update(`${purpose}\0${value}`).digest('base64url');
}

/** What stands for a mailbox where it is only counted. */
export function addressHash(secret: Secret): AddressHash {
  return keyedHash(secret, 'mail');
}

/** What stands for a client network (`clientAddress`) where the mails that it causes are counted. */
export function networkHash(secret: Secret): (network: string) => string {
  return keyedHash(secret, 'network');
}

/** The token in the address of a withdrawal's confirmation: nobody can guess it, and it is the same at every call. */
export function receiptToken(secret: Secret, withdrawalId: string): string {
  return keyedHash(secret, 'withdrawal')(withdrawalId);
}

export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
