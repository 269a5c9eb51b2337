/** Tells the operator that mails wait: whoever reads the log learns that the mail server has been away for long. */
import { oldestWaiting } from '#db/mails/outbox';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'now' | 'log'>;

const hour = 3_600_000;

/** Work of a job: warns of a mail that has waited for more than an hour, once an hour. Returns how many lines: 0 or 1. */
export function createWaitingMailsWatch({ db, now, log }: Needs): () => Promise<number> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let seenAt: number | null = null;
  return async () => {
    const at = now();
    const queuedAt = await oldestWaiting(db);
    if (queuedAt === null) seenAt = null;
    else seenAt ??= at;
    if (queuedAt === null || seenAt === null) return 0;
    // an old mail that staff send again has waited since this process sees it, no longer
    if (at - Math.max(queuedAt, seenAt) <= hour) return 0;
    // also once a clock that was ahead is right again
    if (Math.abs(at - warnedAt) < hour) return 0;
    log('warn', 'mails_waiting', { oldestMinutes: Math.floor((at - queuedAt) / 60_000) });
    warnedAt = at;
    return 1;
  };
}
