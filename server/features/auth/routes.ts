import { Elysia } from 'elysia';
import { findUserByName, type UserRecord } from '#db/staff/users';
import { wrongCode } from '#domain/accounts/second-factor';
import { login } from '#domain/accounts/user';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { readJson } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import { standard } from '../../http/schema';
import { refusals } from '../../refusal';
import { accountRoutes } from './account';
import { browserOf } from './browser';
import { createDevices, type Device, isKnown } from './devices';
import type { Guesses } from './guessing';
import type { OwnerChecks } from './owner';
import { codeRefusal, enter, userOfLogin } from './service';

/** Use this before `jsonBody`, whose parser would otherwise run before the address is counted. */
export function authRoutes(context: Context, guesses: Guesses, owner: OwnerChecks) {
  return new Elysia({ name: 'auth' }).use(signInRoutes(context, guesses)).use(accountRoutes(context, owner));
}

function signInRoutes(context: Context, guesses: Guesses) {
  const { config, db, tokens } = context;
  const devices = createDevices(context);
  return new Elysia({ name: 'sign-in', detail: { tags: ['Anmeldung'] } }).post(
    api.login,
    async ({ body, request, server, set }) => {
      const address = clientAddress(request, server, config);
      const [user, device] = await Promise.all([findUserByName(db.read, body.username), devices.of(request)]);
      const known = user && isKnown(device, user) ? `${device.id} ${user.id}` : null;
      if (known === null && isSpared(device)) await guesses.countAddress(address);
      const guesser = known === null ? { name: body.username, address } : { browser: known };
      const client = { browser: browserOf(request), address: context.auditAddress(address) };
      let refusal = refusals.unauthorized('Ungültiger Benutzername oder Passwort');
      const onCode = (state: 'missing' | 'wrong', user: UserRecord) => {
        if (state === 'wrong') refusal = codeRefusal(wrongCode);
        // usually the first half of a sign-in, but somebody else may know the password
        else context.noteRefusal({ kind: 'code_asked', address, user });
      };
      const session = await guesses.attempt(guesser, () =>
        enter(context, user, { ...body, ...client, isKnown: known !== null, onCode }),
      );
      if (!user || !session) {
        context.meters.signInRefused();
        const isAboutAccount = user !== null;
        context.noteRefusal({ kind: 'sign_in_refused', address, name: body.username, isAboutAccount });
        throw refusal;
      }
      set.headers['set-cookie'] = await devices.cookieFor(device, user);
      return { token: await tokens.sign(session), user: userOfLogin(user) };
    },
    {
      // an unreadable body counts too
      parse: async ({ request, server, path }) => {
        const count = () => guesses.countAddress(clientAddress(request, server, config));
        const spared = isSpared(await devices.of(request));
        if (!spared) await count();
        try {
          return await readJson(request, path);
        } catch (error) {
          if (spared) await count();
          throw error;
        }
      },
      transform: ({ set }) => {
        set.headers['cache-control'] = 'no-store';
      },
      body: standard(() => login),
    },
  );
}

/** Whether an address is not counted before the body says who signs in: the browser may be known as that user. */
const isSpared = ({ users }: Device) => users.length > 0;
