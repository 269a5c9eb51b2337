import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { queryDocs } from '../paging';
import { preparationBody } from './body';
import { createPreparation } from './create';
import { deletePreparation, inviteAgain } from './invitations';
import { listPreparations, listQuery } from './list';

export function preparationRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-preparations')
    .get(api.preparations, ({ request, staff }) => listPreparations(context, staff, request), {
      role: 'staff',
      detail: queryDocs(listQuery),
    })
    .post(
      api.preparations,
      async ({ body, staff, set }) => {
        const created = await createPreparation(context, staff, body);
        set.status = 201;
        return created;
      },
      { role: 'staff', body: preparationBody(context.today) },
    )
    .post(
      api.invitePreparation,
      async ({ id, staff, set }) => {
        const invited = await inviteAgain(context, staff, id);
        set.status = 202;
        return invited;
      },
      { role: 'staff', byId: true },
    )
    .delete(
      api.preparation,
      async ({ id, staff }) => {
        await deletePreparation(context, staff, id);
        return { message: 'Der vorbereitete Antrag wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}
