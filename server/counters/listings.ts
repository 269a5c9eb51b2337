/**
 * Whose data lists show: one audit row a minute for each account, with the number of persons (decisions 027 and 049). In memory,
 * because a list must not write: each instance counts for itself.
 */
import type { Actor } from '#domain/accounts/actors';
import { minuteMs } from '#domain/time';
import { record } from '../audit';
import type { Context } from '../context';
import { traceOf } from '../log';

export function createListingLog({ db, cipher, now, log }: Pick<Context, 'db' | 'cipher' | 'now' | 'log'>) {
  const accounts = new Map<string, { by: Actor; at: number; persons: Set<string> }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const listed = [...accounts.values()];
    accounts.clear();
    if (listed.length === 0) return;
    try {
      await db.write(async (tx) => {
        for (const { by, at, persons } of listed)
          await record(tx, cipher, { by, at, action: 'persons_listed', subjects: [String(persons.size)] });
      });
    } catch (error) {
      log('error', 'listing_not_recorded', traceOf(error));
    }
  }

  /** Records everything, also the minute that has not ended. */
  async function settled(): Promise<void> {
    writing = writing.then(write);
    await writing;
  }

  return {
    note({ id, username }: Actor, persons: readonly string[]): void {
      if (persons.length === 0) return;
      const known = accounts.get(id)?.persons ?? [];
      accounts.set(id, { by: { id, username }, at: now(), persons: new Set([...known, ...persons]) });
      timer ??= setTimeout(settled, minuteMs);
      timer.unref();
    },
    settled,
  };
}
