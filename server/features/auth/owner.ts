/** Checks that a signed-in user also knows the password or has the second factor. Each check is a counted guess. */
import type { StaffRecord } from '#db/staff/sessions';
import { wrongCurrentPassword } from '#domain/backoffice/user';
import type { Context } from '../../context';
import { Refusal } from '../../http/refusal';
import type { Guesses } from './guessing';

export type OwnerChecks = ReturnType<typeof ownerChecks>;

export function ownerChecks({ passwords }: Context, guesses: Guesses) {
  /**
   * A signed-in user has signed in from this browser before, so the guesses count for that sign-in. A new password does
   * not reset the count.
   */
  async function guess<T>({ session }: StaffRecord, check: () => Promise<T>): Promise<T> {
    return await guesses.attempt({ session: session.signInId }, check);
  }
  const matches = (password: string, { passwordHash }: StaffRecord) =>
    passwords.matches(password, passwordHash, true);
  return {
    guess,
    matches,
    /** @throws Refusal 400 if the password is wrong, 429 after too many guesses */
    async provePassword(staff: StaffRecord, password: string): Promise<void> {
      if (!(await guess(staff, () => matches(password, staff)))) throw wrongPassword();
    },
  };
}

export const wrongPassword = () => new Refusal(400, { message: wrongCurrentPassword });
