/** Backoffice calls for callback requests. */
import { Elysia } from 'elysia';
import { listCalls } from '#db/callbacks/calls';
import { findCallback, listCallbacks, processCallback } from '#db/callbacks/requests';
import { newCall } from '#domain/callbacks/calls';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { callbackRow } from '../../callbacks/service';
import { showList } from '../listings';
import { deleteCallback, logCall } from './calls';

const unknown = () => refusals.notFound('Diese Rückruf-Anfrage gibt es nicht.');

export function staffCallbackRoutes(context: Context) {
  const { db, now } = context;
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
    .post(
      api.processCallback,
      async ({ params, staff }) => {
        const id = uuidOf(params.id);
        const processed = await db.write((tx) => processCallback(tx, id, staff, now()));
        if (!processed) throw unknown();
        return callbackRow(context, processed);
      },
      { role: 'staff' },
    )
    .delete(
      api.staffCallback,
      async ({ params, staff }) => {
        if (!(await deleteCallback(context, uuidOf(params.id), staff))) throw unknown();
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
        if (!(await findCallback(db.read, id))) throw unknown();
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
        const logging = await logCall(context, uuidOf(params.id), body, staff);
        if (logging.kind === 'invalid') throw refusals.invalid(logging.errors);
        if (logging.kind !== 'logged') throw logging.kind === 'unknown' ? unknown() : refusals.idTaken();
        set.status = 201;
        return logging.call;
      },
      { role: 'staff', body: standard(() => newCall) },
    );
}
