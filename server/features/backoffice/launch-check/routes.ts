import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { checkLaunchOf } from './service';

export function launchCheckRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-launch-check').get(api.launchCheck, () => checkLaunchOf(context), {
    role: 'admin',
  });
}
