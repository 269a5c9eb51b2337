/** What stands for an address where it is only counted. */
import { createHmac } from 'node:crypto';
import type { AddressHash } from '#db/mails/caps';
import type { Config } from '../config';

/** The same on all instances, and worth nothing without their secret. */
export function addressHash({ jwtSecret }: Pick<Config, 'jwtSecret'>): AddressHash {
  return (key) => createHmac('sha256', jwtSecret).update(`mail\0${key}`).digest('base64url');
}
