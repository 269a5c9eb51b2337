/** Opens the cases of applications that an older version completes while instances are restarted one by one. */
import { openMissingCases } from '#db/cases/open';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'now' | 'today'>;

/** A restart takes minutes; what is older, the start of this process has seen. */
const recentMs = 24 * 3_600_000;

/** Opens what is missing; returns how many. */
export async function openRecentCases({ db, now, today }: Needs): Promise<number> {
  return await openMissingCases(db, { since: now() - recentMs, today: today() });
}
