/** Signing in and asking who one is (contract 2, "Auth"). */
import { Elysia } from 'elysia';
import { login } from '#domain/backoffice/user';
import { apiRoutes } from '#domain/urls';
import type { Context } from '../../context';
import { staffTokens } from '../../http/auth';
import { clientAddress } from '../../http/client-address';
import { refusals } from '../../http/refusal';
import { standard } from '../../http/schema';
import type { GuessLimit } from './guessing';
import { authenticate, signedInUser, userView } from './service';

export function authRoutes(context: Context, guesses: GuessLimit) {
  const { config, db } = context;
  return new Elysia({ name: 'auth', detail: { tags: ['Anmeldung'] } })
    .use(staffTokens(config, db))
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      apiRoutes.login,
      async ({ body, request, server, signToken }) => {
        const address = clientAddress(request, server, config.trustProxy);
        const user = await guesses.attempt(body.username, address, () => authenticate(context, body));
        if (!user) throw refusals.unauthorized('Ungültiger Benutzername oder Passwort');
        return { token: await signToken(user), user: signedInUser(user) };
      },
      { body: standard(() => login) },
    )
    .get(apiRoutes.currentUser, async ({ staffOf }) => {
      const user = await staffOf();
      if (!user) throw refusals.unauthorized();
      return { user: userView(user), ...userView(user) };
    });
}
