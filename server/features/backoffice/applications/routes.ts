import { Elysia } from 'elysia';
import { Object as ObjectType } from 'typebox';
import { listApplications } from '#db/applications/list';
import { bulkDelete, reminderRequest } from '#domain/applications/staff';
import type { DeletionResponse, MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { streamedArray } from '../../../http/compact';
import { ageOf } from '../../../http/requests';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { streamList } from '../listings';
import { deleteCompletely } from './deletion';
import { endLinksOf } from './links';
import { reminderNames, sendReminder } from './reminder';

export function staffApplicationRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-applications' })
    .use(staffAccess(context))
    .get(
      api.staffApplications,
      ({ request, staff }) => {
        const rows = streamList(context, staff, listApplications(context.db), ({ email }) => email !== null);
        return streamedArray(request, rows);
      },
      { role: 'staff' },
    )
    .delete(
      api.staffApplication,
      async ({ params, staff }) => {
        const deleted = await deleteCompletely(context, [uuidOf(params.id)], staff);
        if (deleted === 0) throw refusals.unknownApplication();
        return { message: 'Der Antrag wurde gelöscht.' };
      },
      { role: 'staff' },
    )
    .post(
      api.bulkDelete,
      async ({ body, staff }) => {
        const deletedCount = await deleteCompletely(context, body.applicationIds, staff);
        return { deletedCount } satisfies DeletionResponse;
      },
      { role: 'staff', body: standard(() => bulkDelete) },
    )
    .post(
      api.endLinks,
      async ({ params, staff }) => {
        await endLinksOf(context, uuidOf(params.id), staff);
        return { message: 'Die Links zu diesem Antrag sind ungültig.' } satisfies MessageResponse;
      },
      { role: 'staff', body: standard(() => ObjectType({})) },
    )
    .post(
      api.resendReminder,
      async ({ params, body, staff, request, server }) => {
        // a delivery may take longer than an idle connection is kept open
        server?.timeout(request, reminderSeconds);
        const asked = context.now() - ageOf(request);
        const { type } = body;
        const recipient = await sendReminder(context, { id: uuidOf(params.id), type, actor: staff, asked });
        const message = `Die ${reminderNames[type]} wurde an ${recipient} gesendet.`;
        return { message } satisfies MessageResponse;
      },
      { role: 'staff', body: standard(() => reminderRequest) },
    );
}

const reminderSeconds = 60;
