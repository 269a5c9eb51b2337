/** Password hashes: Argon2id, computed one at a time in each queue so that other work gets its share of the core. */
import { randomBytes } from 'node:crypto';
import { createQueue } from '../../http/queue';
import { refusals } from '../../refusal';

/** Memory in KiB, and passes over it. */
export type PasswordCost = { memoryCost: number; timeCost: number };

export type Passwords = ReturnType<typeof createPasswords>;

/** Some tens of milliseconds of a core for each password (OWASP recommends at least 19 MiB). */
const productionCost: PasswordCost = { memoryCost: 65_536, timeCost: 2 };

/** So many calls may wait, for about two seconds. Further ones are refused with 429 and this `Retry-After`. */
const maxWaiting = 20;
const retryAfterSeconds = 5;

/** Staff in a known browser have a queue that strangers cannot fill. A full queue refuses with 429. */
export function createPasswords({ memoryCost, timeCost }: PasswordCost = productionCost) {
  const queue = () => createQueue(1, maxWaiting, () => refusals.tooMany(retryAfterSeconds));
  const [ofStaff, ofStrangers] = [queue(), queue()];
  const random = () => randomBytes(32).toString('base64').replace('=', '');
  // a hash whose password nobody knows
  const decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${random()}$${random()}`;
  return {
    hash: (password: string) =>
      ofStaff(() => Bun.password.hash(composed(password), { algorithm: 'argon2id', memoryCost, timeCost })),
    /** True when `hash` is of this password. For `null` (no such account) it takes as long and returns false. */
    matches: (password: string, hash: string | null, isKnown: boolean) =>
      (isKnown ? ofStaff : ofStrangers)(async () => {
        // 0.2.0 hashed it as it was typed
        for (const form of new Set([composed(password), password]))
          if (await Bun.password.verify(form, hash ?? decoy)) return true;
        return false;
      }),
  };
}

/** Keyboards send `ä` as one character or as two (RFC 8265, section 4.2). NFKC would also make `²` a `2`. */
export function composed(password: string): string {
  return password.normalize('NFC');
}
