import { parse } from 'bowser';
import { Elysia } from 'elysia';
import {
  findUserByName,
  listSessions,
  type SessionRecord,
  type StaffRecord,
  type UserRecord,
} from '#db/staff/users';
import {
  login,
  passwordChange,
  passwordKept,
  type RecoveryCodes,
  type Session,
  secondFactorCode,
  secondFactorEnd,
  secondFactorStart,
  wrongCode,
} from '#domain/accounts/user';
import type { MessageResponse, TokenResponse } from '#domain/responses';
import { deviceCookieDays } from '#domain/retention/periods';
import { daySeconds, isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { createSigner, endsOf, mustChangePassword } from '../../http/auth';
import { type Cookie, readCookie, writeCookie } from '../../http/author';
import { readJson } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import { standard } from '../../http/schema';
import { Refusal, refusals } from '../../refusal';
import { type Guesses, type OwnerChecks, wrongCodeRefusal } from './guesses';
import { composed } from './passwords';
import {
  beginFactor,
  changePassword,
  codeRefusal,
  confirmFactor,
  endFactor,
  endSession,
  enter,
  isSet,
  ownView,
  userOfLogin,
} from './service';

/** Use this before `jsonBody`, whose parser would otherwise run before the address is counted. */
export function authRoutes(context: Context, guesses: Guesses, owner: OwnerChecks) {
  const devices = createDevices(context);
  return new Elysia({ name: 'auth', detail: { tags: ['Anmeldung'] } })
    .use(signInRoutes(context, guesses, devices))
    .use(sessionRoutes(context))
    .use(passwordRoutes(context, owner, devices))
    .use(secondFactorRoutes(context, owner, devices));
}

function signInRoutes(context: Context, guesses: Guesses, devices: Devices) {
  const { config, db, tokens } = context;
  return new Elysia({ name: 'sign-in' }).post(
    api.login,
    async ({ body, request, server, set }) => {
      const address = clientAddress(request, server, config);
      const [user, device] = await Promise.all([findUserByName(db.read, body.username), devices.of(request)]);
      const known = user && isKnown(device, user) ? `${device.id} ${user.id}` : null;
      if (known === null && isSpared(device)) await guesses.countAddress(address);
      const guesser = known === null ? { name: body.username, address } : { browser: known };
      let refusal = refusals.unauthorized('Ungültiger Benutzername oder Passwort');
      const onWrongCode = () => {
        refusal = codeRefusal(wrongCode);
      };
      const entry = { ...body, browser: browserOf(request), address, isKnown: known !== null, onWrongCode };
      const session = await guesses.attempt(guesser, () => enter(context, user, entry));
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

function sessionRoutes(context: Context) {
  const { config, db, now } = context;
  const ofNewcomers = staffRoutes(context, 'own-session', 'newcomer')
    .get(api.currentUser, ({ staff }) => {
      const user = ownView(staff, config);
      return { user, ...user };
    })
    .post(
      api.logout,
      async ({ staff, act }) => {
        await act((deed) => endSession(deed, staff.session.id, 'signed_out'));
      },
      { answers: { status: 204 } },
    );
  const ofAccounts = staffRoutes(context, 'sessions', 'account')
    .get(api.sessions, async ({ staff }) => {
      const sessions = await listSessions(db.read, staff.id, endsOf(config, now()));
      return sessions.map((session) => sessionView(session, staff));
    })
    .delete(
      api.session,
      async ({ id, act }) => {
        const ended = await act((deed) => endSession(deed, id, 'session_ended'));
        if (!ended) throw refusals.notFound('Diese Sitzung gibt es nicht mehr.');
      },
      { answers: { status: 204 } },
    );
  return new Elysia().use(ofNewcomers).use(ofAccounts);
}

function sessionView(one: SessionRecord, { session }: StaffRecord): Session {
  const { id, browser } = one;
  const [createdAt, lastUsedAt] = [isoOf(one.createdAt), isoOf(one.lastUsedAt)];
  return { id, createdAt, lastUsedAt, browser, current: id === session.id };
}

function passwordRoutes(context: Context, owner: OwnerChecks, devices: Devices) {
  const { config, passwords, tokens } = context;
  const wanted = passwordChange(config.passwordMin);
  return staffRoutes(context, 'password', 'newcomer').post(
    api.changePassword,
    async ({ body, request, staff, act, set }) => {
      await owner.demand(staff, body);
      const isKept = composed(body.newPassword) === composed(body.currentPassword);
      if (isKept && mustChangePassword(staff, config)) throw kept();
      const passwordHash = await passwords.hash(body.newPassword);
      const change = { passwordHash, browser: browserOf(request) };
      const session = await act((deed) => changePassword(deed, change));
      const token = await tokens.sign(session);
      set.headers['set-cookie'] = await devices.renewed(request, staff);
      return { message: 'Password changed successfully', token } satisfies MessageResponse & TokenResponse;
    },
    { body: standard(() => wanted) },
  );
}

/** The administrator would still know it. */
const kept = () =>
  new Refusal(422, { message: passwordKept, errors: [{ path: 'newPassword', message: passwordKept }] });

function secondFactorRoutes(context: Context, owner: OwnerChecks, devices: Devices) {
  return staffRoutes(context, 'second-factor', 'account')
    .post(
      api.secondFactor,
      async ({ body, staff, act }) => {
        await owner.demand(staff, body);
        return await act((deed) => beginFactor(context, deed));
      },
      { body: standard(() => secondFactorStart) },
    )
    .put(
      api.secondFactor,
      async ({ body, request, staff, act, set }): Promise<RecoveryCodes> => {
        if (staff.secondFactor) throw isSet();
        const confirm = () => act((deed) => confirmFactor(context, deed, body.code));
        const recoveryCodes = await owner.guess(staff, confirm);
        if (!recoveryCodes) throw wrongCodeRefusal();
        set.headers['set-cookie'] = await devices.renewed(request, staff);
        return { recoveryCodes };
      },
      { body: standard(() => secondFactorCode) },
    )
    .delete(
      api.secondFactor,
      async ({ body, request, staff, act, set }) => {
        if (!staff.secondFactor) throw isNotSet();
        await owner.demand(staff, body, (proof) => act((deed) => endFactor(deed, proof)));
        set.headers['set-cookie'] = await devices.renewed(request, staff);
      },
      {
        body: standard(() => secondFactorEnd),
        answers: { message: 'Die Zwei-Faktor-Anmeldung ist beendet.' },
      },
    );
}

const isNotSet = () => refusals.conflict('Die Zwei-Faktor-Anmeldung ist nicht eingerichtet.');

type Account = Pick<UserRecord, 'id' | 'deviceVersion'>;
/** `id` is random; `users` are ids of accounts, each with the version in which it knows the browser, the last one first. */
type Device = { id: string; users: string[] };

/** It says which accounts a browser has signed in to, so that a stranger's guesses do not make it wait. */
const cookie: Cookie = { name: 'device', seconds: deviceCookieDays * daySeconds, sameSite: 'Strict' };
/** More people seldom share a browser, and the cookie must stay short. */
const mostUsers = 8;

type Devices = ReturnType<typeof createDevices>;

function createDevices({ config, now }: Pick<Context, 'config' | 'now'>) {
  const signer = createSigner({ config, now }, 'device', cookie.seconds);

  async function of(request: Request): Promise<Device> {
    const claims = await signer.verify(readCookie(request, cookie, config));
    const users: unknown = claims?.users;
    if (typeof claims?.sub !== 'string' || !Array.isArray(users)) {
      return { id: crypto.randomUUID(), users: [] };
    }
    return { id: claims.sub, users: users.map(String) };
  }

  async function cookieFor({ id, users }: Device, account: Account): Promise<string> {
    const others = users.filter((one) => !one.startsWith(account.id));
    const token = await signer.sign({ sub: id, users: [entryOf(account), ...others].slice(0, mostUsers) });
    return writeCookie(token, cookie, config);
  }

  return {
    of,
    cookieFor,
    /** For the owner's browser after all other sessions were ended, which made every browser unknown. */
    async renewed(request: Request, { id, deviceVersion }: Account): Promise<string> {
      return await cookieFor(await of(request), { id, deviceVersion: deviceVersion + 1 });
    },
  };
}

function isKnown({ users }: Device, account: Account): boolean {
  return users.includes(entryOf(account));
}

function entryOf({ id, deviceVersion }: Account): string {
  return `${id} ${deviceVersion}`;
}

const longest = 200;

/** Such as `Firefox unter Windows`; `Unbekannter Browser` for other programs. */
function browserOf(request: Request): string {
  const agent = request.headers.get('user-agent')?.slice(0, longest);
  if (!agent) return unknown;
  const { browser, os } = parse(agent);
  // the system is named anyway
  const name = browser.name?.replace(/ for Android$/, '');
  if (!name) return unknown;
  return os.name ? `${name} unter ${os.name}` : name;
}

const unknown = 'Unbekannter Browser';
