import { Elysia } from 'elysia';
import {
  type RecoveryCodes,
  secondFactorCode,
  secondFactorEnd,
  secondFactorStart,
} from '#domain/accounts/second-factor';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffAccess } from '../../http/access';
import { standard } from '../../http/schema';
import { refusals } from '../../refusal';
import { createDevices } from './devices';
import { type OwnerChecks, wrongCodeRefusal, wrongPassword } from './owner';
import { beginFactor, confirmFactor, endFactor, isSet, proofOf } from './second-factor';

export function secondFactorRoutes(context: Context, owner: OwnerChecks) {
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
