/** Warns the operator in the log when mails wait for long, usually because the mail server is unavailable. */
import { oldestWaiting } from '#db/mails/outbox';
import type { Context } from '../context';

type Needs = Pick<Context, 'db' | 'now' | 'log'>;

const hour = 3_600_000;

/** Work of a job: warns once an hour while a mail has waited for over an hour. Returns the number of warnings, 0 or 1. */
export function createWaitingMailsWatch({ db, now, log }: Needs): () => Promise<number> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let seenAt: number | null = null;
  return async () => {
    const at = now();
    const queuedAt = await oldestWaiting(db);
    if (queuedAt === null) {
      seenAt = null;
      return 0;
    }
    seenAt ??= at;
    // an old mail that staff send again has waited only since this process first saw it
    if (at - Math.max(queuedAt, seenAt) <= hour) return 0;
    // the absolute value, so that a clock that was set back does not stop the warnings
    if (Math.abs(at - warnedAt) < hour) return 0;
    log('warn', 'mails_waiting', { oldestMinutes: Math.floor((at - queuedAt) / 60_000) });
    warnedAt = at;
    return 1;
  };
}
