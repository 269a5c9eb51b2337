import { Elysia } from 'elysia';
import { passwordChange, passwordKept } from '#domain/accounts/user';
import type { MessageResponse, TokenResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { mustChangePassword, staffAccess } from '../../http/access';
import { standard } from '../../http/schema';
import { Refusal } from '../../refusal';
import { browserOf } from './browser';
import { createDevices } from './devices';
import type { OwnerChecks } from './owner';
import { composed } from './passwords';
import { changePassword } from './service';

export function passwordRoutes(context: Context, owner: OwnerChecks) {
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
