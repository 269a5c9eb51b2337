import { readAuditLog } from '#db/audit/log';
import type { AuditPage } from '#domain/audit/actions';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { pageOf, pageQuery, queryDocs, readQuery } from '../paging';
import { createChainCheck } from './chain';

const query = pageQuery({});

/** Checking some hundred thousand rows may take longer than an idle connection is kept open. */
const checkSeconds = 120;

export function auditLogRoutes(context: Context) {
  const checkChain = createChainCheck(context);
  return staffRoutes(context, 'backoffice-audit-log').get(
    api.auditLog,
    async ({ request, server }) => {
      const page = pageOf(readQuery(request, query));
      server?.timeout(request, checkSeconds);
      const [log, chain] = await Promise.all([readAuditLog(context.db, page), checkChain()]);
      return { ...log, chain } satisfies AuditPage;
    },
    { role: 'admin', detail: queryDocs(query) },
  );
}
