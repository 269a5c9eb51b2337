import { keysOf } from '#domain/keys';
import { preparationStates } from '#domain/preparations';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { oneOf, pageOf, pageQuery, queryDocs, readQuery } from '../paging';
import { preparationBody } from './body';
import { createPreparation } from './create';
import { deletePreparation, inviteAgain } from './invitations';
import { listPreparations } from './list';

const query = pageQuery({ state: oneOf(keysOf(preparationStates), 'Diesen Stand gibt es nicht') });

export function preparationRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-preparations')
    .get(
      api.preparations,
      ({ request, staff }) => {
        const { state = null, ...page } = pageOf(readQuery(request, query));
        return listPreparations(context, staff, { ...page, state });
      },
      { role: 'staff', detail: queryDocs(query) },
    )
    .post(
      api.preparations,
      async ({ body, staff, set }) => {
        const created = await createPreparation(context, staff, body);
        set.status = 201;
        return created;
      },
      { role: 'staff', body: preparationBody(context.today) },
    )
    .post(api.invitePreparation, ({ id, staff }) => inviteAgain(context, staff, id), {
      role: 'staff',
      byId: true,
    })
    .delete(
      api.preparation,
      async ({ id, staff }) => {
        await deletePreparation(context, staff, id);
        return { message: 'Der vorbereitete Antrag wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}
