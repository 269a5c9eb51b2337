/** The versions of the tariffs, for administrators. */
import { Elysia } from 'elysia';
import { listVersions } from '#db/tariffs/versions';
import {
  changedTariffs,
  checkTariffChange,
  checkTariffs,
  newTariffs,
  tariffRelease,
} from '#domain/tariffs/staff';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { checkedBy, ofObject, standard, uuidOf } from '../../../http/schema';
import { versionView } from './answers';
import { changeTariffs, deleteTariffs, draftTariffs, releaseTariffs, takeBackTariffs } from './service';

export function tariffVersionRoutes(context: Context) {
  const role = 'admin';
  return new Elysia({ name: 'backoffice-tariffs' })
    .use(staffAccess(context))
    .get(api.tariffVersions, async () => (await listVersions(context.db.read)).map(versionView), { role })
    .post(
      api.tariffVersions,
      async ({ body, staff, set }) => {
        const draft = await draftTariffs(context, staff, body);
        set.status = 201;
        return versionView(draft);
      },
      { role, body: ofObject(checkedBy(newTariffs, checkTariffs)) },
    )
    .put(
      api.tariffVersion,
      async ({ params, body, staff }) =>
        versionView(await changeTariffs(context, staff, uuidOf(params.id), body)),
      { role, body: checkedBy(changedTariffs, checkTariffChange) },
    )
    .delete(
      api.tariffVersion,
      async ({ params, staff }) => {
        await deleteTariffs(context, staff, uuidOf(params.id));
        return { message: 'Der Entwurf wurde gelöscht.' };
      },
      { role },
    )
    .post(
      api.releaseTariffs,
      async ({ params, body, staff }) =>
        versionView(await releaseTariffs(context, staff, uuidOf(params.id), body)),
      { role, body: ofObject(standard(() => tariffRelease)) },
    )
    .delete(
      api.releaseTariffs,
      async ({ params, staff }) => versionView(await takeBackTariffs(context, staff, uuidOf(params.id))),
      { role },
    );
}
