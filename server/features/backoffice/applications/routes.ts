/** Calls about applications (spec 7, "Backoffice"). */
import { Elysia } from 'elysia';
import { listApplications } from '../../../../db/application-lists';
import { apiRoutes } from '../../../../domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../plugins/access';
import { uuidOf } from '../../../plugins/ids';
import { refusals } from '../../../plugins/refusal';
import { showDetails } from './details';

const unknown = () => refusals.notFound('Diesen Antrag gibt es nicht.');

export function applicationRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-applications' })
    .use(staffAccess(context))
    .get(apiRoutes.staffApplications, () => listApplications(context.db), { role: 'staff' })
    .get(
      apiRoutes.details,
      async ({ params }) => {
        const details = await showDetails(context, uuidOf(params.id));
        if (!details) throw unknown();
        return details;
      },
      { role: 'staff' },
    );
}
