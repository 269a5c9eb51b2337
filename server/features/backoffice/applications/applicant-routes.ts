import { newAdvice } from '#domain/applications/staff';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import type { Read } from '../readings';
import { recordAdvice } from './advice';
import { disclose } from './disclosure';

export function applicantRoutes(context: Context, read: Read) {
  return staffRoutes(context, 'backoffice-applicant')
    .get(
      api.disclosure,
      ({ id, staff }) =>
        read(
          staff,
          'disclosure_opened',
          () => disclose(context, id),
          // it contains the other applications of the same person
          ({ applications }) => [id, ...applications.map((one) => one.id)],
        ),
      { role: 'staff', byId: true },
    )
    .post(api.advice, ({ id, body, staff }) => recordAdvice(context, { ...body, applicationId: id }, staff), {
      role: 'staff',
      byId: true,
      body: standard(() => newAdvice),
      answers: { status: 201 },
    });
}
