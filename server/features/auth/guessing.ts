/** The brake on guessing passwords: 10 failures a name and 50 an address within 15 minutes (contract 2, "Auth"). */
import { usernameKey } from '../../../db/users';
import type { Context } from '../../context';
import { rateLimit } from '../../plugins/rate-limit';

export type GuessLimit = ReturnType<typeof guessLimit>;

const quarterHour = 15 * 60_000;

/** One count for all places that take a password: guesses here and there add up. */
export function guessLimit({ config, now }: Pick<Context, 'config' | 'now'>) {
  const byName = rateLimit(10, quarterHour, now, config.rateLimit);
  const byAddress = rateLimit(50, quarterHour, now, config.rateLimit);
  return {
    /** Counts a guess; to be called before the password is looked at, or guesses sent at once would all slip through. */
    hit(username: string, address: string) {
      byName.hit(usernameKey(username));
      byAddress.hit(address);
    },
    /** The guess was right. */
    forgive(username: string, address: string) {
      byName.reset(usernameKey(username));
      byAddress.refund(address);
    },
  };
}
