/** Backoffice calls for applications. */
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
import { type Reminder, sendReminder } from './reminder';

export function staffApplicationRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-applications' })
    .use(staffAccess(context))
    .get(
      api.staffApplications,
      ({ request, staff }) => {
        context.listings.admit(staff);
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
        const reminder = await sendReminder(context, {
          id: uuidOf(params.id),
          type: body.type,
          actor: staff,
          asked: context.now() - ageOf(request),
        });
        return { message: sentence(reminder, names[body.type]) } satisfies MessageResponse;
      },
      { role: 'staff', body: standard(() => reminderRequest) },
    );
}

const reminderSeconds = 60;
const names = { first: 'erste Erinnerung', second: 'zweite Erinnerung' };

/** The message for a sent reminder; every other outcome is thrown as a refusal. */
function sentence(reminder: Reminder, name: string): string {
  if (reminder.kind === 'sent') return `Die ${name} wurde an ${reminder.recipient} gesendet.`;
  if (reminder.kind === 'unknown') throw refusals.unknownApplication();
  if (reminder.kind === 'completed') {
    throw refusals.conflict('Der Antrag ist bereits abgeschlossen und braucht keine Erinnerung.');
  }
  if (reminder.kind === 'without_email') {
    throw refusals.withoutAddress();
  }
  if (reminder.kind === 'stopped') throw refusals.conflict('Die Person möchte keine Erinnerungen.');
  if (reminder.kind === 'just_sent')
    throw refusals.conflict('Diese Erinnerung ging vor weniger als einer Stunde hinaus.');
  throw refusals.notDelivered(`Die ${name} konnte nicht zugestellt werden. Den Grund nennt das E-Mail-Log.`);
}
