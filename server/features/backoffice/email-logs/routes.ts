/** `GET /api/backoffice/email-logs?page&pageSize&sortField&sortDirection&type`. */
import { Elysia } from 'elysia';
import { readEmailLogs } from '../../../../db/email-logs';
import { apiRoutes } from '../../../../domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../plugins/access';
import { refusals } from '../../../plugins/refusal';
import { emailLogQueryOf } from './query';

export function emailLogRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-email-logs' }).use(staffAccess(context)).get(
    apiRoutes.emailLogs,
    async ({ request }) => {
      const query = emailLogQueryOf(new URL(request.url).searchParams);
      if (!query.ok) throw refusals.invalid(query.errors);
      return await readEmailLogs(context.db, query.value);
    },
    { role: 'staff' },
  );
}
