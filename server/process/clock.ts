import type { Database } from '#db/client';
import { hourMs } from '#domain/time';
import type { Log } from '../log';

/** Longer than the way to a server takes. */
const toleratedMs = 5_000;
const warnEveryMs = hourMs;

export type Clock = {
  now(): number;
  /** Takes over the time of the database server. Without a server it does nothing. */
  compare(): Promise<void>;
};

/**
 * On a database server its clock counts, for everything: instances whose own clocks differ must agree on leases, limits,
 * turns and days. Between two comparisons a monotonic clock goes on, so that setting the clock of the machine changes
 * nothing. Call `compare` before the first `now`.
 */
export function createClock({ clock: ask }: Pick<Database, 'clock'>, log: Log): Clock {
  if (!ask) return { now: Date.now, compare: async () => {} };
  // the server's time minus the monotonic one
  let ahead: number | null = null;
  let warnedAt = Number.NEGATIVE_INFINITY;

  const now = () => Math.floor(performance.now() + (ahead ?? Date.now() - performance.now()));
  return {
    now,
    async compare() {
      const asked = performance.now();
      const at = await ask();
      const answered = performance.now();
      // it was `at` at some moment between; what is known better from earlier comparisons stays
      const [least, most] = [at - answered, at - asked];
      ahead = Math.min(Math.max(ahead ?? (least + most) / 2, least), most);
      const differenceMs = Date.now() - now();
      if (Math.abs(differenceMs) <= toleratedMs || answered - warnedAt < warnEveryMs) return;
      warnedAt = answered;
      log('warn', 'clock_differs', { seconds: Math.round(differenceMs / 1000), followed: 'database server' });
    },
  };
}
