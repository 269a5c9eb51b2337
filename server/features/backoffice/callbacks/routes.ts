/** Backoffice calls for callback requests. */
import { Elysia } from 'elysia';
import { listCalls } from '#db/callbacks/calls';
import { findCallback, listCallbacks } from '#db/callbacks/requests';
import { newCall } from '#domain/callbacks/calls';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { callbackRow } from '../../callbacks/service';
import { showList } from '../listings';
import { deleteCallback, logCall, markProcessed, unknownCallback } from './service';

export function staffCallbackRoutes(context: Context) {
  const { db } = context;
  return new Elysia({ name: 'backoffice-callbacks' })
    .use(staffAccess(context))
    .use(callRoutes(context))
    .get(
      api.staffCallbacks,
      ({ staff }) =>
        showList(
          context,
          staff,
          async () => (await listCallbacks(db)).map((record) => callbackRow(context, record)),
          (rows) => rows.map(({ id }) => id),
          true,
        ),
      { role: 'staff' },
    )
    .post(api.processCallback, ({ params, staff }) => markProcessed(context, staff, uuidOf(params.id)), {
      role: 'staff',
    })
    .delete(
      api.staffCallback,
      async ({ params, staff }) => {
        await deleteCallback(context, staff, uuidOf(params.id));
        return { message: 'Die Rückruf-Anfrage wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff' },
    );
}

function callRoutes(context: Context) {
  const { db } = context;
  return new Elysia({ name: 'backoffice-calls' })
    .use(staffAccess(context))
    .get(
      api.calls,
      async ({ params, staff }) => {
        const id = uuidOf(params.id);
        if (!(await findCallback(db.read, id))) throw unknownCallback();
        return await showList(
          context,
          staff,
          () => listCalls(db, id),
          () => [id],
        );
      },
      { role: 'staff' },
    )
    .post(
      api.calls,
      async ({ params, body, staff, set }) => {
        const call = await logCall(context, staff, uuidOf(params.id), body);
        set.status = 201;
        return call;
      },
      { role: 'staff', body: standard(() => newCall) },
    );
}
