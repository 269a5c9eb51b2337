/**
 * Limits wrong passwords and codes: 50 for an address within 15 minutes, and growing waits for a name. Nobody can lock
 * somebody else out, not even from the same address: a browser that has signed in as this user before has a count of its
 * own.
 */
import { createHmac } from 'node:crypto';
import {
  beginWait,
  countGuess,
  type Failures,
  forgetFailures,
  takeBackGuess,
  waitAfter,
} from '#db/staff/sign-in-failures';
import { usernameKey } from '#db/staff/users';
import type { Context } from '../../context';
import { rateLimit } from '../../http/rate-limit';
import { refusals } from '../../http/refusal';

export type Guesses = ReturnType<typeof createGuesses>;

/** Who guesses. `known`: a browser or session that has signed in as this user before, with a count of its own. */
type Guesser = { known: string } | { known: null; username: string; address: string };
type Needs = Pick<Context, 'config' | 'db' | 'meters' | 'now'>;
/** What becomes of the count of one guess. */
type Count = { right(): Promise<unknown>; wrong(): Promise<unknown>; takeBack(): Promise<unknown> };

const windowMs = 15 * 60_000;
const nothing = async () => {};
const uncounted: Count = { right: nothing, wrong: nothing, takeBack: nothing };

/** All calls that take a password or a code share these counts. */
export function createGuesses(context: Needs) {
  const byAddress = rateLimit(context, { name: 'password-by-address', limit: 50, windowMs });
  const byBrowser = rateLimit(context, { name: 'password-by-browser', limit: 10, windowMs });
  const count = async (guesser: Guesser): Promise<Count> => {
    if (!context.config.rateLimit) return uncounted;
    if (guesser.known === null) return await countForName(context, guesser.username);
    const { known } = guesser;
    await byBrowser.hit(known);
    const takeBack = () => byBrowser.refund(known);
    // no reset: who has a session and its password could otherwise guess codes without end
    return { right: takeBack, wrong: nothing, takeBack };
  };
  return {
    /**
     * Counts an address whose call cannot be read, and every sign-in of a browser that is not known.
     * @throws Refusal 429
     */
    countAddress: (address: string) => byAddress.hit(address),
    /**
     * Runs `check` as one guess and returns its result; a falsy result is a wrong guess. The address of somebody who is
     * not known was counted before. The guess is counted before `check` runs, or simultaneous guesses would all pass; the
     * count is taken back when `check` throws.
     *
     * @throws Refusal 429, or what `check` throws
     */
    async attempt<T>(guesser: Guesser, check: () => Promise<T>): Promise<T> {
      const spareAddress = async () => guesser.known === null && (await byAddress.refund(guesser.address));
      const counted = await count(guesser).catch(async (error: unknown) => {
        await spareAddress();
        throw error;
      });
      let found: T;
      try {
        found = await check();
      } catch (error) {
        await Promise.all([counted.takeBack(), spareAddress()]);
        throw error;
      }
      await (found ? Promise.all([counted.right(), spareAddress()]) : counted.wrong());
      return found;
    },
  };
}

/** @throws Refusal 429 while the name waits */
async function countForName({ config, db, meters, now }: Needs, username: string): Promise<Count> {
  const key = createHmac('sha256', config.jwtSecret).update(`sign-in\0${usernameKey(username)}`);
  const nameKey = key.digest('base64url');
  const guess: { before: Failures } | { waitMs: number } = await countGuess(db, nameKey, now());
  if ('waitMs' in guess) meters.limitReached('password-by-name');
  if ('waitMs' in guess) throw refusals.tooMany(guess.waitMs / 1000);
  const { before } = guess;
  const waits = waitAfter(before.failures + 1) > 0;
  return {
    right: () => forgetFailures(db, nameKey),
    wrong: () => (waits ? beginWait(db, nameKey, now()) : nothing()),
    takeBack: () => takeBackGuess(db, nameKey, before),
  };
}
