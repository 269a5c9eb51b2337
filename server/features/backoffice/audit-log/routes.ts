/** `GET /api/backoffice/audit-log?page&pageSize`, for administrators. */
import { Elysia } from 'elysia';
import { Object as ObjectType } from 'typebox';
import { readAuditLog } from '#db/staff/audit';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { pageFields, pageOf, readQuery } from '../paging';

const query = ObjectType(pageFields);

export function auditLogRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-audit-log' })
    .use(staffAccess(context))
    .get(
      api.auditLog,
      async ({ request }) => await readAuditLog(context.db, pageOf(readQuery(request, query))),
      { role: 'admin' },
    );
}
