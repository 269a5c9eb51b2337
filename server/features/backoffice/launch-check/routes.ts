/** `GET /api/backoffice/launch-check`, for administrators. */
import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { checkLaunchOf } from './service';

export function launchCheckRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-launch-check' })
    .use(staffAccess(context))
    .get(api.launchCheck, () => checkLaunchOf(context), { role: 'admin' });
}
