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
      async ({ body, staff }) => versionView(await draftTariffs(context, staff, body)),
      { role, body: ofObject(checkedBy(newTariffs, checkTariffs)), answers: { status: 201 } },
    )
    .put(
      api.tariffVersion,
      async ({ id, body, staff }) => versionView(await changeTariffs(context, staff, id, body)),
      { role, byId: true, body: checkedBy(changedTariffs, checkTariffChange) },
    )
    .delete(api.tariffVersion, ({ id, staff }) => deleteTariffs(context, staff, id), {
      role,
      byId: true,
      answers: { message: 'Der Entwurf wurde gelöscht.' },
    })
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
