/** Logs the end of the audit log, so that rows that are cut off later are noticed (decision 027). */

import { readEnd } from '#db/audit/chain';
import { hourMs } from '#domain/time';
import type { Context } from '../context';

/** At most once an hour, the first time at once: what `bun run verify-audit --since id:seal` takes. */
export function createAuditEndLog({ db, log, uptime }: Pick<Context, 'db' | 'log' | 'uptime'>) {
  let next = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    if (uptime() < next) return;
    const end = await readEnd(db.read);
    if (!end) return;
    log('info', 'audit_log_end', end);
    next = uptime() + hourMs;
  };
}
