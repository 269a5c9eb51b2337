/** Limits failed passwords: 10 for a username and 50 for an address within 15 minutes. */
import { usernameKey } from '#db/staff/users';
import type { Context } from '../../context';
import { rateLimit } from '../../http/rate-limit';

export type GuessLimit = ReturnType<typeof guessLimit>;

const quarterHour = 15 * 60_000;

/** All calls that take a password share one count. */
export function guessLimit(context: Pick<Context, 'config' | 'db' | 'now'>) {
  const byName = rateLimit(context, { name: 'password-by-name', limit: 10, windowMs: quarterHour });
  const byAddress = rateLimit(context, { name: 'password-by-address', limit: 50, windowMs: quarterHour });
  return {
    /**
     * Runs `check` as one guess and returns its result; a falsy result is a failed guess. It is counted before `check`
     * runs, or simultaneous guesses would all pass; the count is reverted when `check` throws.
     */
    async attempt<T>(username: string, address: string, check: () => Promise<T>): Promise<T> {
      const name = usernameKey(username);
      // address first: one that is refused must not lock further names
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
