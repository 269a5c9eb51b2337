import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { comesFromInside } from '../../../http/client-address';
import { checkLaunchOf } from './service';

export function launchCheckRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-launch-check').get(
    api.launchCheck,
    ({ request, server }) => checkLaunchOf(context, comesFromInside(request, server, context.config)),
    { role: 'admin' },
  );
}
