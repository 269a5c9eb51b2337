/**
 * Limits wrong passwords and codes: 50 for an address within 15 minutes, and growing waits for a name. Nobody can make
 * somebody else wait in a browser that has signed in as this user before, not even from the same address: it has a count
 * of its own, and so has a session.
 */
import { beginWait, countGuess, forgetFailures, takeBackGuess } from '#db/staff/second-factors';
import { waitAfter } from '#domain/accounts/guesses';
import { usernameKey } from '#domain/accounts/usernames';
import { minuteMs } from '#domain/time';
import type { Context } from '../../context';
import { rateLimit } from '../../http/limits/rate-limit';
import { keyedHash } from '../../keyed-hash';
import { refusals } from '../../refusal';

export type Guesses = ReturnType<typeof createGuesses>;

type Guesser = { name: string; address: string } | { browser: string } | { session: string };
type Needs = Pick<Context, 'config' | 'db' | 'meters' | 'now' | 'uptime'>;
type Count = { right(): Promise<unknown>; wrong(): Promise<unknown>; takeBack(): Promise<unknown> };

const limits = { name: 'password-by-name', browser: 'password-by-browser', session: 'password-by-session' };
const windowMs = 15 * minuteMs;
const nothing = async () => {};
const uncounted: Count = { right: nothing, wrong: nothing, takeBack: nothing };

export function createGuesses(context: Needs) {
  const byAddress = rateLimit(context, { name: 'password-by-address', limit: 50, windowMs });
  if (context.config.rateLimit) for (const name of Object.values(limits)) context.meters.limitSet({ name });
  return {
    /** Before a call that cannot be read, and each sign-in of a browser that is not known. @throws Refusal 429 */
    countAddress: (address: string) => byAddress.hit(address),
    /**
     * Nothing is counted if `check` throws. A falsy result is a wrong guess. The address of somebody who is not known
     * was counted before. @throws Refusal 429, or what `check` throws
     */
    async attempt<T>(guesser: Guesser, check: () => Promise<T>): Promise<T> {
      const spareAddress = async () => 'address' in guesser && (await byAddress.refund(guesser.address));
      const counted = await count(context, guesser).catch(async (error: unknown) => {
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

async function count({ config, db, meters, now }: Needs, guesser: Guesser): Promise<Count> {
  if (!config.rateLimit) return uncounted;
  const [kind, who] = countedOf(guesser);
  const key = keyedHash(config, `guess\0${kind}`)(who);
  const at = now();
  const guess = await db.write((tx) => countGuess(tx, key, at));
  if ('waitMs' in guess) {
    meters.limitReached(limits[kind]);
    const seconds = Math.ceil(guess.waitMs / 1000);
    throw refusals.tooMany(seconds, waitSentence(seconds));
  }
  const { before } = guess;
  const waits = waitAfter(before.failures + 1) > 0;
  const takeBack = () => db.write((tx) => takeBackGuess(tx, key, before));
  return {
    // otherwise somebody with a session and its password could guess codes without end
    right: kind === 'session' ? takeBack : () => db.write((tx) => forgetFailures(tx, key)),
    wrong: async () => {
      const ended = now();
      if (waits) await db.write((tx) => beginWait(tx, key, ended));
    },
    takeBack,
  };
}

/** For a person, who counts in minutes from the second one on. */
function waitSentence(seconds: number): string {
  const minutes = seconds < 120 ? 0 : Math.ceil(seconds / 60);
  const wait = seconds === 1 ? 'eine Sekunde' : minutes ? `${minutes} Minuten` : `${seconds} Sekunden`;
  return `Zu viele Fehlversuche. Bitte warten Sie noch ${wait}.`;
}

function countedOf(guesser: Guesser): [kind: keyof typeof limits, who: string] {
  if ('session' in guesser) return ['session', guesser.session];
  return 'browser' in guesser ? ['browser', guesser.browser] : ['name', usernameKey(guesser.name)];
}
