/** Opens the cases that an older version leaves out while instances are restarted one by one, and renews its words. */

import { openMissingCases } from '#db/cases/open';
import { renewWords } from '#db/cases/words';
import { dayMs } from '#domain/time';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'now' | 'today' | 'calendar'>;

/** A restart takes minutes; what is older, the start of this process has seen. */
const recentMs = dayMs;

/** So long in one run, so that a process that stops need not wait for it. */
const renewalMs = 10_000;

export async function openRecentCases({ db, now, today, calendar }: Needs): Promise<number> {
  const opened = await openMissingCases(db, { since: now() - recentMs, today: today(), calendar });
  await renewWords(db, renewalMs);
  return opened;
}
