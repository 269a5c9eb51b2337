/** Backoffice calls for callback requests. */
import { Elysia } from 'elysia';
import { listCallbacks, processCallback } from '#db/callbacks';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { uuidOf } from '../../../http/schema';
import { callbackView } from '../../callbacks/service';

export function staffCallbackRoutes(context: Context) {
  const { db, now } = context;
  return new Elysia({ name: 'backoffice-callbacks' })
    .use(staffAccess(context))
    .get(api.staffCallbacks, async () => (await listCallbacks(db)).map(callbackView), { role: 'staff' })
    .post(
      api.processCallback,
      async ({ params, staff }) => {
        const processed = await processCallback(db, uuidOf(params.id), staff, now());
        if (!processed) throw refusals.notFound('Diese Rückruf-Anfrage gibt es nicht.');
        return callbackView(processed);
      },
      { role: 'staff' },
    );
}
