/** `GET /api/backoffice/audit-log?page&pageSize`, for administrators. */
import { Elysia } from 'elysia';
import { Object as ObjectType } from 'typebox';
import { readAuditLog } from '#db/audit/record';
import type { AuditPage } from '#domain/audit/actions';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { pageFields, pageOf, readQuery } from '../paging';
import { createChainCheck } from './chain';

const query = ObjectType(pageFields);

/** Checking some hundred thousand rows may take longer than an idle connection is kept open. */
const checkSeconds = 120;

export function auditLogRoutes(context: Context) {
  const checkChain = createChainCheck(context);
  return new Elysia({ name: 'backoffice-audit-log' }).use(staffAccess(context)).get(
    api.auditLog,
    async ({ request, server }) => {
      const page = pageOf(readQuery(request, query));
      server?.timeout(request, checkSeconds);
      const [log, chain] = await Promise.all([readAuditLog(context.db, page), checkChain()]);
      return { ...log, chain } satisfies AuditPage;
    },
    { role: 'admin' },
  );
}
