import { checkAuditLog } from '#db/audit/chain';
import { readAuditLog } from '#db/audit/log';
import { readAuditKey } from '#db/sealed-keys';
import type { AuditChain, AuditPage } from '#domain/audit/actions';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { pageOf, pageQuery, queryDocs, readQuery } from './lists';

const query = pageQuery({});

/** Checking some hundred thousand rows may take longer than an idle connection is kept open. */
const checkSeconds = 120;

export function auditLogRoutes(context: Context) {
  const checkChain = createChainCheck(context);
  return staffRoutes(context, 'backoffice-audit-log', 'admin').get(
    api.auditLog,
    async ({ request, server }) => {
      const page = pageOf(readQuery(request, query));
      server?.timeout(request, checkSeconds);
      const [log, chain] = await Promise.all([readAuditLog(context.db, page), checkChain()]);
      return { ...log, chain } satisfies AuditPage;
    },
    { detail: queryDocs(query) },
  );
}

/** A result is used again for so many times as long as it took. */
const reuse = 10;

export function createChainCheck({ db, cipher }: Pick<Context, 'db' | 'cipher'>): () => Promise<AuditChain> {
  let current: Promise<AuditChain> | null = null;
  let until = 0;

  async function check(): Promise<AuditChain> {
    const began = performance.now();
    try {
      const { whole, firstBroken } = await checkAuditLog(db, await readAuditKey(db.read, cipher));
      until = performance.now() + reuse * (performance.now() - began);
      return { whole, firstBroken };
    } catch (error) {
      current = null;
      throw error;
    }
  }

  return () => {
    if (!current || performance.now() > until) {
      // calls that come meanwhile wait for the same result
      until = Number.POSITIVE_INFINITY;
      current = check();
    }
    return current;
  };
}
