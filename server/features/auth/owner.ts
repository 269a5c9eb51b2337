/** Checks that who is signed in also knows the password or has the second factor. Each check is a counted guess. */
import type { StaffRecord } from '#db/staff/sessions';
import { wrongCurrentPassword } from '#domain/backoffice/user';
import type { Context } from '../../context';
import { clientAddress } from '../../http/rate-limit';
import { Refusal } from '../../http/refusal';
import type { Guesses } from './guessing';

type Caller = { request: Request; server: Parameters<typeof clientAddress>[1]; staff: StaffRecord };
export type OwnerChecks = ReturnType<typeof ownerChecks>;

export function ownerChecks({ config, passwords }: Context, guesses: Guesses) {
  /** Who is signed in has signed in from this browser before, so the guesses count for the session. */
  async function guess<T>({ request, server, staff }: Caller, check: () => Promise<T>): Promise<T> {
    const address = clientAddress(request, server, config.trustProxy);
    await guesses.countAddress(address);
    return await guesses.attempt({ username: staff.username, address, known: staff.session.id }, check);
  }
  const matches = (password: string, { passwordHash }: StaffRecord) =>
    passwords.matches(password, passwordHash, true);
  return {
    guess,
    matches,
    /** @throws Refusal 400 if the password is wrong, 429 after too many guesses */
    async provePassword(caller: Caller, password: string): Promise<void> {
      if (!(await guess(caller, () => matches(password, caller.staff)))) throw wrongPassword();
    },
  };
}

export const wrongPassword = () => new Refusal(400, { message: wrongCurrentPassword });
