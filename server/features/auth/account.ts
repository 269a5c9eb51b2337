/** One's own account: who is signed in, signing out, and the password. */
import { Elysia } from 'elysia';
import { endSession } from '#db/staff/sessions';
import { changePassword } from '#db/staff/users';
import { passwordChange, passwordKept } from '#domain/accounts/user';
import type { MessageResponse, TokenResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { mustChangePassword, staffAccess } from '../../http/access';
import { standard } from '../../http/schema';
import { Refusal, refusals } from '../../refusal';
import { browserOf } from './browser';
import { createDevices } from './devices';
import type { OwnerChecks } from './owner';
import { composed } from './passwords';
import { ownView } from './service';

export function accountRoutes(context: Context, owner: OwnerChecks) {
  const { config, db, now, passwords, tokens } = context;
  const change = passwordChange(config.passwordMin);
  const devices = createDevices(context);
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
        await endSession(db, staff, staff.session.id, { action: 'signed_out', now: now() });
        set.status = 204;
      },
      { role: 'newcomer' },
    )
    .post(
      api.changePassword,
      async ({ body, request, staff, set }) => {
        await owner.provePassword(staff, body.currentPassword);
        if (
          mustChangePassword(staff, config) &&
          composed(body.newPassword) === composed(body.currentPassword)
        )
          throw kept();
        const passwordHash = await passwords.hash(body.newPassword);
        const stamp = { passwordHash, browser: browserOf(request), now: now() };
        const session = await changePassword(db, staff, stamp);
        if (!session) throw refusals.unauthorized();
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
