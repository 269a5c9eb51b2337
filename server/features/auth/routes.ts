/** Signing in, reading the signed-in user, and changing the password. */
import { Elysia } from 'elysia';
import { changePassword } from '#db/staff/users';
import type { MessageResponse, TokenResponse } from '#domain/backoffice/responses';
import { login, passwordChange } from '#domain/backoffice/user';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffAccess } from '../../http/access';
import { clientAddress } from '../../http/rate-limit';
import { Refusal, refusals } from '../../http/refusal';
import { standard } from '../../http/schema';
import type { GuessLimit } from './guessing';
import { authenticate, signedInUser, userView } from './service';

export function authRoutes(context: Context, guesses: GuessLimit) {
  const { config, tokens } = context;
  return new Elysia({ name: 'auth', detail: { tags: ['Anmeldung'] } })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      api.login,
      async ({ body, request, server }) => {
        const address = clientAddress(request, server, config.trustProxy);
        const user = await guesses.attempt(body.username, address, () => authenticate(context, body));
        if (!user) throw refusals.unauthorized('Ungültiger Benutzername oder Passwort');
        return { token: await tokens.sign(user), user: signedInUser(user) };
      },
      { body: standard(() => login) },
    )
    .get(api.currentUser, async ({ request }) => {
      const user = await tokens.staffOf(request);
      if (!user) throw refusals.unauthorized();
      return { user: userView(user), ...userView(user) };
    });
}

/** Changes the caller's password. All tokens of the user become invalid, except the one in the response. */
export function passwordRoutes(context: Context, guesses: GuessLimit) {
  const { config, db, now, passwords, tokens } = context;
  return new Elysia({ name: 'password', detail: { tags: ['Anmeldung'] } }).use(staffAccess(context)).post(
    api.changePassword,
    async ({ body, request, server, staff }) => {
      const address = clientAddress(request, server, config.trustProxy);
      const isOwner = await guesses.attempt(staff.username, address, () =>
        passwords.matches(body.currentPassword, staff.passwordHash),
      );
      if (!isOwner) throw new Refusal(400, { message: 'Current password is incorrect' });
      const changed = await changePassword(db, staff, await passwords.hash(body.newPassword), now());
      if (!changed) throw refusals.unauthorized();
      const token = await tokens.sign(changed);
      return { message: 'Password changed successfully', token } satisfies MessageResponse & TokenResponse;
    },
    { role: 'staff', body: standard(() => passwordChange) },
  );
}
