/** Tells the operator that mails wait: whoever reads the log learns that the mail server has been away for long. */
import { oldestWaiting } from '../../db/outbox';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'now' | 'log'>;

const hour = 3_600_000;

/** Work of a job: warns of a mail that has waited for more than an hour, once an hour. Returns how many lines: 0 or 1. */
export function createWaitingMailsWatch({ db, now, log }: Needs): () => Promise<number> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    // also once a clock that was ahead is right again
    if (Math.abs(at - warnedAt) < hour) return 0;
    const since = await oldestWaiting(db);
    if (since === null || at - since <= hour) return 0;
    log('warn', 'mails_waiting', { oldestMinutes: Math.floor((at - since) / 60_000) });
    warnedAt = at;
    return 1;
  };
}
