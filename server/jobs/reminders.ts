import type { Transaction } from '#db/client';
import {
  dueQuery,
  endingQuery,
  queueOfferReminders,
  queueReminders,
  type ReminderRule,
} from '#db/mails/reminders';
import { reminderBoundary } from '#domain/offers';
import { boundaryOf } from '#domain/retention/periods';
import { hourMs } from '#domain/time';
import type { Context } from '../context';
import { addressHash } from '../keyed-hash';

type Needs = Pick<Context, 'db' | 'cipher' | 'config' | 'now' | 'site' | 'wakeMail'>;

/** Applications or offers in one transaction: few enough that a visitor's save hardly waits for it. */
const batchSize = 50;

export async function queueDueReminders(context: Needs): Promise<number> {
  const { db, cipher, config, now, site } = context;
  if (site.isPaused()) return 0;
  const batch = { limit: batchSize, hash: config.rateLimit ? addressHash(config) : null };
  async function inBatches(
    findOne: () => PromiseLike<readonly unknown[]>,
    queue: (tx: Transaction) => Promise<{ claimed: number; queued: number }>,
  ): Promise<number> {
    let queued = 0;
    while ((await findOne()).length > 0) {
      const done = await db.write(queue);
      // another instance was faster
      if (done.claimed === 0) break;
      queued += done.queued;
    }
    return queued;
  }

  let queued = 0;
  for (const rule of rulesAt(context))
    queued += await inBatches(
      () => dueQuery(db.read, rule, 1),
      (tx) => queueReminders(tx, cipher, rule, { ...batch, now: now() }),
    );
  const ending = { now: now(), endBefore: reminderBoundary(now()) };
  queued += await inBatches(
    () => endingQuery(db.read, ending, 1),
    (tx) => queueOfferReminders(tx, cipher, ending, batch),
  );
  if (queued > 0) context.wakeMail();
  return queued;
}

/**
 * Both reminders count from the last change. If the first is sent late, the second is delayed as well. An application
 * that is about to be deleted gets no reminder.
 */
function rulesAt({ config, now }: Needs): ReminderRule[] {
  const { reminderFirstHours: first, reminderSecondHours: second, retention } = config;
  const ago = (hours: number) => now() - hours * hourMs;
  const touchedSince = boundaryOf('open_applications', retention, now());
  const afterFirst = first > 0 ? ago(Math.max(0, second - first)) : null;
  // second before first, so that one run never queues both for one application
  const rules = [
    { type: 'second' as const, hours: second, afterFirst },
    { type: 'first' as const, hours: first, afterFirst: null },
  ].filter(({ hours }) => hours > 0);
  return rules.map(({ hours, ...rule }) => ({ ...rule, untouchedSince: ago(hours), touchedSince }));
}
