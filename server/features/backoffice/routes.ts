import { Elysia } from 'elysia';
import { backofficeApi } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { refusals } from '../../refusal';
import type { OwnerChecks } from '../auth/guesses';
import { applicationReadingRoutes } from './applications/details';
import { staffApplicationRoutes } from './applications/routes';
import { staffCallbackRoutes } from './callbacks';
import { caseEntryRoutes, caseListRoutes, caseRoutes } from './cases/routes';
import { evidenceRoutes } from './evidence';
import { insightsRoutes } from './insights';
import { handoverRoutes } from './insurer/handovers';
import { returnRoutes } from './insurer/routes';
import { launchCheckRoutes } from './launch-check';
import { auditLogRoutes, emailLogRoutes } from './logs';
import { staffOfferRoutes } from './offers';
import { dashboardRoutes, retentionRoutes, searchRoutes } from './overview';
import { preparationRoutes } from './preparations';
import type { Read } from './readings';
import { siteStateRoutes } from './site-state';
import { tariffVersionRoutes } from './tariffs';
import { userRoutes } from './users';
import { staffWithdrawalRoutes } from './withdrawals';

export function backofficeRoutes(context: Context, read: Read, owner: OwnerChecks) {
  return new Elysia({ name: 'backoffice', detail: { tags: ['Backoffice'] } })
    .use(dashboardRoutes(context))
    .use(searchRoutes(context))
    .use(staffApplicationRoutes(context))
    .use(applicationReadingRoutes(context, read))
    .use(evidenceRoutes(context, read))
    .use(staffCallbackRoutes(context))
    .use(preparationRoutes(context))
    .use(staffOfferRoutes(context))
    .use(staffWithdrawalRoutes(context))
    .use(caseListRoutes(context))
    .use(caseRoutes(context, read))
    .use(caseEntryRoutes(context))
    .use(handoverRoutes(context, read))
    .use(returnRoutes(context))
    .use(emailLogRoutes(context))
    .use(userRoutes(context, owner))
    .use(tariffVersionRoutes(context))
    .use(auditLogRoutes(context))
    .use(launchCheckRoutes(context))
    .use(siteStateRoutes(context, owner))
    .use(insightsRoutes(context))
    .use(retentionRoutes(context))
    .use(unknownRoutes(context));
}

/** Unknown paths: only staff get a 404, everybody else a 401, so that strangers cannot find out which paths exist. */
function unknownRoutes(context: Context) {
  const nothing = () => {
    throw refusals.notFound();
  };
  const options = { detail: { hide: true } } as const;
  return staffRoutes(context, 'backoffice-unknown')
    .all(backofficeApi, nothing, options)
    .all(`${backofficeApi}/*`, nothing, options);
}
