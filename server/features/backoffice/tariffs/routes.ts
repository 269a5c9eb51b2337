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
import { staffRoutes } from '../../../http/access';
import { checkedBy, ofObject, standard } from '../../../http/schema';
import { versionView } from './answers';
import { changeTariffs, deleteTariffs, draftTariffs, releaseTariffs, takeBackTariffs } from './service';

export function tariffVersionRoutes(context: Context) {
  const role = 'admin';
  return staffRoutes(context, 'backoffice-tariffs')
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
      async ({ id, body, staff }) => versionView(await changeTariffs(context, staff, id, body)),
      { role, byId: true, body: checkedBy(changedTariffs, checkTariffChange) },
    )
    .delete(
      api.tariffVersion,
      async ({ id, staff }) => {
        await deleteTariffs(context, staff, id);
        return { message: 'Der Entwurf wurde gelöscht.' };
      },
      { role, byId: true },
    )
    .post(
      api.releaseTariffs,
      async ({ id, body, staff }) => versionView(await releaseTariffs(context, staff, id, body)),
      { role, byId: true, body: ofObject(standard(() => tariffRelease)) },
    )
    .delete(
      api.releaseTariffs,
      async ({ id, staff }) => versionView(await takeBackTariffs(context, staff, id)),
      { role, byId: true },
    );
}
