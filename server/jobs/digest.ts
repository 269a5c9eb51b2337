import { readWaiting } from '#db/dashboard';
import { beginRun } from '#db/leases/leases';
import { listUsers } from '#db/staff/users';
import { berlinClock } from '#domain/clock';
import { berlinMidnight } from '#domain/dates';
import type { Context } from '../context';
import { perform } from '../deed';

/** What does not run at half past seven sends it later, but not when the morning is over. */
const morning = { from: '07:30', to: '12:00' };

/** On working days, once in all instances together. */
export function createDigest(context: Context): () => Promise<void> {
  let done: string | undefined;
  return async () => {
    const [day, clock] = [context.today(), berlinClock(context.now())];
    const isTime = clock >= morning.from && clock < morning.to && context.calendar.isWorkingDay(day);
    if (day === done || !isTime) return;
    await perform(context, null, async ({ tx, at, mail }) => {
      if (!(await beginRun(tx, { job: 'digest', at }, berlinMidnight(day)))) return;
      if ((await readWaiting(tx, day)) === null) return;
      const to = (await listUsers(tx)).flatMap(({ digest, email, awayUntil }) =>
        digest && email !== null && (awayUntil ?? '') < day ? [{ name: '', address: email }] : [],
      );
      await mail('day_begun', {}, { to });
    });
    done = day;
  };
}
