/** Logs the end of the audit log, so that rows that are cut off later are noticed (decision 027). */
import { readEnd } from '#db/staff/audit-chain';
import type { Context } from '../context';

/** `bun run verify-audit --since id:seal` takes what the line says. */
export async function logAuditEnd({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const end = await readEnd(db.read);
  if (end) log('info', 'audit_log_end', end);
}
