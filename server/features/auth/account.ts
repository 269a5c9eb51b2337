import { Elysia } from 'elysia';
import { listSessions, type SessionRecord, type StaffRecord } from '#db/staff/sessions';
import {
  type RecoveryCodes,
  type Session,
  secondFactorCode,
  secondFactorEnd,
  secondFactorStart,
} from '#domain/accounts/second-factor';
import { passwordChange, passwordKept } from '#domain/accounts/user';
import type { MessageResponse, TokenResponse } from '#domain/responses';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffAccess } from '../../http/access';
import { endsOf, mustChangePassword } from '../../http/auth';
import { standard, uuidOf } from '../../http/schema';
import { Refusal, refusals } from '../../refusal';
import { browserOf } from './browser';
import { createDevices } from './devices';
import { type OwnerChecks, wrongCodeRefusal, wrongPassword } from './owner';
import { composed } from './passwords';
import { beginFactor, confirmFactor, endFactor, isSet, proofOf } from './second-factor';
import { changePassword, endSession, ownView } from './service';

export function accountRoutes(context: Context, owner: OwnerChecks) {
  return new Elysia({ name: 'own-account' })
    .use(sessionRoutes(context))
    .use(passwordRoutes(context, owner))
    .use(secondFactorRoutes(context, owner));
}

function sessionRoutes(context: Context) {
  const { config, db, now } = context;
  return new Elysia({ name: 'account', detail: { tags: ['Anmeldung'] } })
    .use(staffAccess(context))
    .get(
      api.currentUser,
      ({ staff }) => {
        const user = ownView(staff, config);
        return { user, ...user };
      },
      { role: 'newcomer' },
    )
    .post(
      api.logout,
      async ({ staff, set }) => {
        await endSession(context, staff, staff.session.id, 'signed_out');
        set.status = 204;
      },
      { role: 'newcomer' },
    )
    .get(
      api.sessions,
      async ({ staff }) => {
        const sessions = await listSessions(db.read, staff.id, endsOf(config, now()));
        return sessions.map((session) => sessionView(session, staff));
      },
      { role: 'account' },
    )
    .delete(
      api.session,
      async ({ params, staff, set }) => {
        const ended = await endSession(context, staff, uuidOf(params.id), 'session_ended');
        if (!ended) throw refusals.notFound('Diese Sitzung gibt es nicht mehr.');
        set.status = 204;
      },
      { role: 'account' },
    );
}

function sessionView(
  { id, createdAt, lastUsedAt, browser }: SessionRecord,
  { session }: StaffRecord,
): Session {
  return {
    id,
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
    browser,
    current: id === session.id,
  };
}

function passwordRoutes(context: Context, owner: OwnerChecks) {
  const { config, passwords, tokens } = context;
  const change = passwordChange(config.passwordMin);
  const devices = createDevices(context);
  return new Elysia({ name: 'password', detail: { tags: ['Anmeldung'] } }).use(staffAccess(context)).post(
    api.changePassword,
    async ({ body, request, staff, set }) => {
      await owner.provePassword(staff, body.currentPassword);
      const isKept = composed(body.newPassword) === composed(body.currentPassword);
      if (isKept && mustChangePassword(staff, config)) throw kept();
      const passwordHash = await passwords.hash(body.newPassword);
      const session = await changePassword(context, staff, { passwordHash, browser: browserOf(request) });
      const token = await tokens.sign(session);
      set.headers['set-cookie'] = await devices.renewed(request, staff);
      return { message: 'Password changed successfully', token } satisfies MessageResponse & TokenResponse;
    },
    { role: 'newcomer', body: standard(() => change) },
  );
}

/** The administrator would still know it. */
const kept = () =>
  new Refusal(422, { message: passwordKept, errors: [{ path: 'newPassword', message: passwordKept }] });

function secondFactorRoutes(context: Context, owner: OwnerChecks) {
  const devices = createDevices(context);
  return new Elysia({ name: 'second-factor', detail: { tags: ['Anmeldung'] } })
    .use(staffAccess(context))
    .post(
      api.secondFactor,
      async ({ body, staff }) => {
        await owner.provePassword(staff, body.currentPassword);
        return await beginFactor(context, staff);
      },
      { role: 'account', body: standard(() => secondFactorStart) },
    )
    .put(
      api.secondFactor,
      async ({ body, request, staff, set }): Promise<RecoveryCodes> => {
        if (staff.secondFactor) throw isSet();
        const recoveryCodes = await owner.guess(staff, () => confirmFactor(context, staff, body.code));
        if (!recoveryCodes) throw wrongCodeRefusal();
        set.headers['set-cookie'] = await devices.renewed(request, staff);
        return { recoveryCodes };
      },
      { role: 'account', body: standard(() => secondFactorCode) },
    )
    .delete(
      api.secondFactor,
      async ({ body, request, staff, set }) => {
        if (!staff.secondFactor) throw isNotSet();
        let refusal = wrongPassword();
        const ended = await owner.guess(staff, async () => {
          if (!(await owner.matches(body.currentPassword, staff))) return false;
          refusal = wrongCodeRefusal();
          const proof = await proofOf(context, staff.id, body.code);
          return proof && (await endFactor(context, staff, proof));
        });
        if (!ended) throw refusal;
        set.headers['set-cookie'] = await devices.renewed(request, staff);
        return { message: 'Die Zwei-Faktor-Anmeldung ist beendet.' } satisfies MessageResponse;
      },
      { role: 'account', body: standard(() => secondFactorEnd) },
    );
}

const isNotSet = () => refusals.conflict('Die Zwei-Faktor-Anmeldung ist nicht eingerichtet.');
