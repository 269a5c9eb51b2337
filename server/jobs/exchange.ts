import { releaseLease, takeLease } from '#db/leases/leases';
import { minuteMs } from '#domain/time';
import { isRemote } from '../config';
import type { Context } from '../context';
import { areOwnFolders, foldersOf } from '../exchange/folder';
import { createReceiver } from '../exchange/incoming';
import { sendHandovers } from '../exchange/outgoing';
import { createJob } from './job';

const turnMs = 20_000;
const leaseMs = 2 * minuteMs;

/** None without `EXCHANGE_DIR`. */
export function exchangeJobs(context: Context): ReturnType<typeof createJob>[] {
  const { config, drops } = context;
  if (config.exchangeDir === null) return [];
  const { turn, stop } = createExchange(context, config.exchangeDir);
  const job = createJob(context, 'exchange', turnMs, turn);
  drops.onWake(job.wake);
  return [{ ...job, stop: async () => void (await Promise.all([job.stop(), stop()])) }];
}

/** A turn sends what is due, and reads what has arrived, as long as the folders are real ones of one owner. `isAlone`: no other process uses the database. */
export function createExchange(context: Context, root: string, isAlone = !isRemote(context.config.database)) {
  const { db, now, log } = context;
  const folders = foldersOf(root);
  const receive = createReceiver(context, folders);
  const mine = { name: 'exchange', owner: crypto.randomUUID() };
  let isStopped = false;
  let isWarned = false;
  const mayGoOn = async () =>
    !isStopped && (isAlone || (await takeLease(db, { ...mine, now: now(), until: now() + leaseMs })));

  async function turn(): Promise<void> {
    const isSafe = areOwnFolders(root);
    if (!isSafe && !isWarned) log('warn', 'exchange_unsafe');
    isWarned = !isSafe;
    if (!isSafe || !(await mayGoOn())) return;
    const results = await Promise.allSettled([
      sendHandovers(context, folders.out, mayGoOn),
      receive(mayGoOn),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async function stop(): Promise<void> {
    isStopped = true;
    // another instance may go on at once
    if (!isAlone) await releaseLease(db, mine.name, mine.owner).catch(() => {});
  }
  return { turn, stop };
}
