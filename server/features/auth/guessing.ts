/** The brake on guessing passwords: 10 failures a name and 50 an address within 15 minutes (contract 2, "Auth"). */
import { usernameKey } from '#db/staff/users';
import type { Context } from '../../context';
import { rateLimit } from '../../http/rate-limit';

export type GuessLimit = ReturnType<typeof guessLimit>;

const quarterHour = 15 * 60_000;

/** One count for all places that take a password: guesses here and there add up. */
export function guessLimit(context: Pick<Context, 'config' | 'db' | 'now'>) {
  const byName = rateLimit(context, { name: 'password-by-name', limit: 10, windowMs: quarterHour });
  const byAddress = rateLimit(context, { name: 'password-by-address', limit: 50, windowMs: quarterHour });
  return {
    /**
     * Runs `check` as one guess, and returns what it does: it was right unless that is falsy. Counted before the password
     * is looked at, or guesses sent at once would all slip through; taken back when nobody looked.
     */
    async attempt<T>(username: string, address: string, check: () => Promise<T>): Promise<T> {
      const name = usernameKey(username);
      // first: an address that is refused must not lock one name after the other
      await byAddress.hit(address);
      try {
        await byName.hit(name);
      } catch (error) {
        await byAddress.refund(address);
        throw error;
      }
      try {
        const found = await check();
        if (found) await Promise.all([byName.reset(name), byAddress.refund(address)]);
        return found;
      } catch (error) {
        await Promise.all([byName.refund(name), byAddress.refund(address)]);
        throw error;
      }
    },
  };
}
