import { Elysia } from 'elysia';
import { newAdvice } from '#domain/applications/staff';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import type { Read } from '../readings';
import { recordAdvice } from './advice';
import { disclose } from './disclosure';

export function applicantRoutes(context: Context, read: Read) {
  return new Elysia({ name: 'backoffice-applicant' })
    .use(staffAccess(context))
    .get(
      api.disclosure,
      async ({ params, staff }) => {
        const id = uuidOf(params.id);
        return await read(
          staff,
          'disclosure_opened',
          () => disclose(context, id),
          // it contains the other applications of the same person
          ({ applications }) => [id, ...applications.map((one) => one.id)],
        );
      },
      { role: 'staff' },
    )
    .post(
      api.advice,
      async ({ params, body, staff, set }) => {
        const record = await recordAdvice(context, { ...body, applicationId: uuidOf(params.id) }, staff);
        set.status = 201;
        return record;
      },
      { role: 'staff', body: standard(() => newAdvice) },
    );
}
