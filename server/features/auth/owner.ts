import type { StaffRecord } from '#db/staff/sessions';
import { wrongCode } from '#domain/accounts/second-factor';
import { type OwnerProof, wrongCurrentPassword } from '#domain/accounts/user';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { Refusal } from '../../refusal';
import type { Guesses } from './guesses';
import { consume, proofOf } from './second-factor';

export type OwnerChecks = ReturnType<typeof ownerChecks>;

export function ownerChecks(context: Context, guesses: Guesses) {
  const { config, passwords } = context;

  /** Counted for the sign-in from this browser; a new password does not reset the count. */
  async function guess<T>({ session }: StaffRecord, check: () => Promise<T>): Promise<T> {
    return await guesses.attempt({ session: session.signInId }, check);
  }
  const matches = (password: string, { passwordHash }: StaffRecord) =>
    passwords.matches(password, passwordHash, true);
  return {
    guess,
    matches,
    async provePassword(staff: StaffRecord, password: string): Promise<void> {
      if (!(await guess(staff, () => matches(password, staff)))) throw wrongPassword();
    },
    /**
     * A stolen session alone must not be worth another account or somebody's second factor. Who has no second factor,
     * and needs none, need not prove anything, but what is sent counts. @throws Refusal 400, or 429 after too many guesses
     */
    async prove(staff: StaffRecord, { currentPassword, code = '' }: OwnerProof): Promise<void> {
      const mustProve = staff.secondFactor || config.secondFactor === 'required';
      if (!currentPassword) {
        if (mustProve) throw wrongPassword();
        return;
      }
      let refusal = wrongPassword();
      const proven = await guess(staff, async () => {
        if (!(await matches(currentPassword, staff))) return false;
        if (!staff.secondFactor) return true;
        refusal = wrongCodeRefusal();
        const proof = await proofOf(context, staff.id, code);
        if (!proof) return false;
        return await perform(context, staff, async (deed) => {
          deed.unrecorded('a code of the app only proves the act that follows');
          return await consume(deed, staff, proof);
        });
      });
      if (!proven) throw refusal;
    },
  };
}

export const wrongPassword = () => new Refusal(400, { message: wrongCurrentPassword });
export const wrongCodeRefusal = () => new Refusal(400, { message: wrongCode });
