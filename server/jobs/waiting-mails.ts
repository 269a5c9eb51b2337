/** Warns the operator in the log when mails wait for long, usually because the mail server is unavailable. */

import { oldestWaiting } from '#db/mails/claims';
import { hourMs, minuteMs } from '#domain/time';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'now' | 'uptime' | 'log'>;

/** Work of a job: warns once an hour while a mail has waited for over an hour. Returns the number of warnings, 0 or 1. */
export function createWaitingMailsWatch({ db, now, uptime, log }: Needs): () => Promise<number> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let seenAt: number | null = null;
  return async () => {
    const [at, seen] = [now(), uptime()];
    const queuedAt = await oldestWaiting(db);
    if (queuedAt === null) {
      seenAt = null;
      return 0;
    }
    seenAt ??= seen;
    // an old mail that staff send again has waited only since this process first saw it
    if (at - queuedAt <= hourMs || seen - seenAt <= hourMs || seen - warnedAt < hourMs) return 0;
    log('warn', 'mails_waiting', { oldestMinutes: Math.floor((at - queuedAt) / minuteMs) });
    warnedAt = seen;
    return 1;
  };
}
