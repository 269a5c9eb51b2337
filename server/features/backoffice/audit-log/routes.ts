/** Who did what, and when: `GET /api/backoffice/audit-log?page&pageSize`, for administrators. */
import { Elysia } from 'elysia';
import { Object as ObjectType } from 'typebox';
import { readAuditLog } from '#db/staff/audit';
import { auditPageSize, largestAuditPage } from '#domain/backoffice/audit';
import { check } from '#domain/fields';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { pageOf, pageSizeOf } from '../paging';

const query = ObjectType({ page: pageOf(), pageSize: pageSizeOf(largestAuditPage) });

export function auditLogRoutes(context: Context) {
  return new Elysia({ name: 'backoffice-audit-log' }).use(staffAccess(context)).get(
    api.auditLog,
    async ({ request }) => {
      const asked = check(query, Object.fromEntries(new URL(request.url).searchParams));
      if (!asked.ok) throw refusals.invalid(asked.errors);
      const { page = 1, pageSize = auditPageSize } = asked.value;
      return await readAuditLog(context.db, { page: Number(page), pageSize: Number(pageSize) });
    },
    { role: 'admin' },
  );
}
