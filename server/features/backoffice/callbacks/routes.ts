import { Object as ObjectType } from 'typebox';
import { findCallback, listCallbacks, listCalls } from '#db/callbacks';
import type { Actor } from '#domain/accounts/actors';
import { newCall } from '#domain/callbacks/calls';
import { optionalText } from '#domain/fields';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { eraseRows } from '../../../erasures';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { showList } from '../listings';
import { queryDocs, readQuery } from '../paging';
import { callbackRow } from './rows';
import { logCall, markProcessed, unknownCallback } from './service';

const callbackQuery = ObjectType({ source: optionalText() });

export function staffCallbackRoutes(context: Context) {
  const { db } = context;
  return staffRoutes(context, 'backoffice-callbacks')
    .use(callRoutes(context))
    .get(
      api.staffCallbacks,
      ({ request, staff }) => {
        const { source } = readQuery(request, callbackQuery);
        return showList(
          context,
          staff,
          async () => (await listCallbacks(db, source)).map((record) => callbackRow(context, record)),
          (rows) => rows.map(({ id }) => id),
        );
      },
      { role: 'staff', detail: queryDocs(callbackQuery) },
    )
    .post(api.processCallback, ({ id, staff }) => markProcessed(context, staff, id), {
      role: 'staff',
      byId: true,
    })
    .delete(
      api.staffCallback,
      async ({ id, staff }) => {
        await deleteCallback(context, staff, id);
        return { message: 'Die Rückruf-Anfrage wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}

function callRoutes(context: Context) {
  const { db } = context;
  return staffRoutes(context, 'backoffice-calls')
    .get(
      api.calls,
      async ({ id, staff }) => {
        if (!(await findCallback(db.read, id))) throw unknownCallback();
        return await showList(
          context,
          staff,
          () => listCalls(db, id),
          () => [id],
        );
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.calls,
      async ({ id, body, staff, set }) => {
        const call = await logCall(context, staff, id, body);
        set.status = 201;
        return call;
      },
      { role: 'staff', byId: true, body: standard(() => newCall) },
    );
}

async function deleteCallback(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async (deed) => {
    const { ids, mails } = await eraseRows(deed, 'callback', [id]);
    if (ids.length === 0) throw unknownCallback();
    deed.erase(mails);
  });
}
