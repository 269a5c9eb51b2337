/** Signing in and asking who one is (contract 2, "Auth"). */
import { Elysia } from 'elysia';
import { usernameKey } from '../../../db/users';
import { apiRoutes } from '../../../domain/urls';
import { login } from '../../../domain/user';
import type { Context } from '../../context';
import { staffTokens } from '../../plugins/auth';
import { clientAddress } from '../../plugins/client-address';
import { rateLimit } from '../../plugins/rate-limit';
import { refusals } from '../../plugins/refusal';
import { standard } from '../../plugins/schema';
import { authenticate, signedInUser, userView } from './service';

const quarterHour = 15 * 60_000;

export function authRoutes(context: Context) {
  const { config, db, now } = context;
  const byName = rateLimit(10, quarterHour, now, config.rateLimit);
  const byAddress = rateLimit(50, quarterHour, now, config.rateLimit);
  return new Elysia({ name: 'auth', detail: { tags: ['Anmeldung'] } })
    .use(staffTokens(config, db))
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      apiRoutes.login,
      async ({ body, request, server, signToken }) => {
        const name = usernameKey(body.username);
        const address = clientAddress(request, server, config.trustProxy);
        // counted before the password is looked at: guesses sent at once must not all slip through
        byName.hit(name);
        byAddress.hit(address);
        const user = await authenticate(db, body);
        if (user) {
          byName.reset(name);
          byAddress.refund(address);
          return { token: await signToken(user), user: signedInUser(user) };
        }
        throw refusals.unauthorized('Ungültiger Benutzername oder Passwort');
      },
      { body: standard(() => login) },
    )
    .get(apiRoutes.currentUser, async ({ staffOf }) => {
      const user = await staffOf();
      if (!user) throw refusals.unauthorized();
      return { user: userView(user), ...userView(user) };
    });
}
