/** `POST /api/auth/change-password` (spec 2 and 5, contract 2 "Auth"). */
import { Elysia } from 'elysia';
import { changePassword } from '#db/staff/users';
import { passwordChange } from '#domain/backoffice/user';
import { apiRoutes } from '#domain/urls';
import type { Context } from '../../context';
import { staffAccess } from '../../http/access';
import { createTokens } from '../../http/auth';
import { clientAddress } from '../../http/client-address';
import { Refusal, refusals } from '../../http/refusal';
import { standard } from '../../http/schema';
import type { GuessLimit } from './guessing';

/** Changes the caller's password: every token of his dies but the one in the answer. */
export function passwordRoutes(context: Context, guesses: GuessLimit) {
  const { config, db, now, passwords } = context;
  const tokens = createTokens(config, db);
  return new Elysia({ name: 'password', detail: { tags: ['Anmeldung'] } }).use(staffAccess(context)).post(
    apiRoutes.changePassword,
    async ({ body, request, server, staff }) => {
      const address = clientAddress(request, server, config.trustProxy);
      const isOwner = await guesses.attempt(staff.username, address, () =>
        passwords.matches(body.currentPassword, staff.passwordHash),
      );
      if (!isOwner) throw new Refusal(400, { message: 'Current password is incorrect' });
      const changed = await changePassword(db, staff, await passwords.hash(body.newPassword), now());
      if (!changed) throw refusals.unauthorized();
      return { message: 'Password changed successfully', token: await tokens.sign(changed) };
    },
    { role: 'staff', body: standard(() => passwordChange) },
  );
}
