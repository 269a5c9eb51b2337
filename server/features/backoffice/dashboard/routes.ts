/** `GET /api/backoffice/dashboard`. */
import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { showDashboard } from './service';

export function dashboardRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-dashboard' })
    .use(staffAccess(context))
    .get(api.dashboard, () => showDashboard(context), { role: 'staff' });
}
