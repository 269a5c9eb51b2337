/** Hashes of passwords: Argon2id, one at a time. */
import { randomBytes } from 'node:crypto';
import { createQueue } from '../../http/queue';
import { refusals } from '../../http/refusal';

/** What a hash takes: KiB of memory, and rounds over it. */
export type PasswordCost = { memoryCost: number; timeCost: number };

export type Passwords = {
  hash(password: string): Promise<string>;
  /** True when `hash` is of this password. In the same time false for `null`, where there is no such account. */
  matches(password: string, hash: string | null): Promise<boolean>;
};

/** Some tens of milliseconds of a core for each password (OWASP asks for 19 MiB at least). */
const productionCost: PasswordCost = { memoryCost: 65_536, timeCost: 2 };

/** So many wait, for two seconds; whoever comes then is asked to come again. */
const waiting = 20;
const comeAgainSeconds = 5;

/** In a row they leave room for everyone else. Both calls reject with a 429 refusal when the row is too long. */
export function createPasswords({ memoryCost, timeCost }: PasswordCost = productionCost): Passwords {
  const inTurn = createQueue(1, waiting, () => refusals.tooMany(comeAgainSeconds));
  const random = () => randomBytes(32).toString('base64').replace('=', '');
  // what no password is known for
  const decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${random()}$${random()}`;
  return {
    hash: (password) =>
      inTurn(() => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost, timeCost })),
    matches: (password, hash) => inTurn(() => Bun.password.verify(password, hash ?? decoy)),
  };
}
