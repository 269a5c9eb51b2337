/**
 * Limits wrong passwords and codes: 50 for an address within 15 minutes, and growing waits for a name. Nobody can make
 * somebody else wait in a browser that has signed in as this user before, not even from the same address: it has a count
 * of its own, and so has a session.
 */
import { beginWait, countGuess, forgetFailures, type Proof, takeBackGuess } from '#db/staff/second-factors';
import type { StaffRecord } from '#db/staff/users';
import {
  type OwnerProof,
  usernameKey,
  waitAfter,
  wrongCode,
  wrongCurrentPassword,
} from '#domain/accounts/user';
import { minuteMs } from '#domain/time';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { rateLimit } from '../../http/limits/rate-limit';
import { keyedHash } from '../../keyed-hash';
import { Refusal, refusals } from '../../refusal';
import { consume, proofOf } from './service';

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
    /** A falsy result is a wrong guess. Nothing is counted if `check` throws. @throws Refusal 429, or that */
    async attempt<T>(guesser: Guesser, check: () => Promise<T>): Promise<T> {
      let counted = uncounted;
      let end: keyof Count = 'takeBack';
      try {
        counted = await count(context, guesser);
        const found = await check();
        end = found ? 'right' : 'wrong';
        return found;
      } finally {
        // somebody who is not known was counted before
        const isSpared = end !== 'wrong' && 'address' in guesser;
        await Promise.all([counted[end](), isSpared && byAddress.refund(guesser.address)]);
      }
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

export type OwnerChecks = ReturnType<typeof ownerChecks>;

export function ownerChecks(context: Context, guesses: Guesses) {
  const { config, passwords } = context;

  /** Counted for the sign-in from this browser; a new password does not reset the count. */
  async function guess<T>({ session }: StaffRecord, check: () => Promise<T>): Promise<T> {
    return await guesses.attempt({ session: session.signInId }, check);
  }

  /** `spend` is called with the code of who has a second factor; left out: the password is enough. @throws Refusal 400 */
  async function demand(
    staff: StaffRecord,
    { currentPassword, code = '' }: Required<Pick<OwnerProof, 'currentPassword'>> & OwnerProof,
    spend?: (proof: Proof) => Promise<boolean>,
  ): Promise<void> {
    let refusal = wrongPassword();
    const proven = await guess(staff, async () => {
      if (!(await passwords.matches(currentPassword, staff.passwordHash, true))) return false;
      if (!spend || !staff.secondFactor) return true;
      refusal = wrongCodeRefusal();
      const proof = await proofOf(context, staff.id, code);
      return proof !== null && (await spend(proof));
    });
    if (!proven) throw refusal;
  }

  /**
   * A stolen session alone must not be worth another account or somebody's second factor. Who has no second factor,
   * and needs none, need not prove anything, but what is sent counts. @throws Refusal 400, or 429 after too many guesses
   */
  async function prove(staff: StaffRecord, { currentPassword, code }: OwnerProof): Promise<void> {
    const mustProve = staff.secondFactor || config.secondFactor === 'required';
    if (!currentPassword && mustProve) throw wrongPassword();
    if (!currentPassword) return;
    await demand(staff, { currentPassword, code }, (proof) =>
      perform(context, staff, async (deed) => {
        deed.unrecorded('a code of the app only proves the act that follows');
        return await consume(deed, staff, proof);
      }),
    );
  }
  return { guess, demand, prove };
}

export const wrongPassword = () => new Refusal(400, { message: wrongCurrentPassword });
export const wrongCodeRefusal = () => new Refusal(400, { message: wrongCode });
