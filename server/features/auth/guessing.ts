/** The brake on guessing passwords: 10 failures a name and 50 an address within 15 minutes (contract 2, "Auth"). */
import { usernameKey } from '../../../db/users';
import type { Context } from '../../context';
import { rateLimit } from '../../plugins/rate-limit';

export type GuessLimit = ReturnType<typeof guessLimit>;

const quarterHour = 15 * 60_000;

/** One count for all places that take a password: guesses here and there add up. */
export function guessLimit(context: Pick<Context, 'config' | 'db' | 'now'>) {
  const byName = rateLimit(context, { name: 'password-by-name', limit: 10, windowMs: quarterHour });
  const byAddress = rateLimit(context, { name: 'password-by-address', limit: 50, windowMs: quarterHour });
  return {
    /** Counts a guess; to be called before the password is looked at, or guesses sent at once would all slip through. */
    async hit(username: string, address: string) {
      await byName.hit(usernameKey(username));
      await byAddress.hit(address);
    },
    /** The guess was right. */
    async forgive(username: string, address: string) {
      await Promise.all([byName.reset(usernameKey(username)), byAddress.refund(address)]);
    },
  };
}
