import { claimDueMails, type NewMailboxRule, nextDueAt } from '#db/mails/claims';
import { releaseFromFuture, releaseLeases } from '#db/mails/leases';
import type { OutboxMail } from '#db/mails/outbox';
import { createDelivery, type Delivery, type DeliveryOptions, latestFrom, nameOf } from './delivery';
import { mostDeliveries, parallelDeliveries } from './transport';

const usual = {
  lookEveryMs: 5_000,
  slowAfterMs: 10_000,
  /** When `stop` breaks off the current deliveries: before the time in which a stopping process must end. */
  stopAfterMs: 8_000,
};

export type OutboxWorkerOptions = Partial<typeof usual> &
  DeliveryOptions & {
    newMailboxes?: NewMailboxRule | null;
    /** What depends on the state of the site. */
    siteState?: () => Partial<Parameters<typeof claimDueMails>[1]>;
    /** Only this process uses the database, so leases found at the start belong to an earlier process that died. */
    singleInstance: boolean;
  };

export type OutboxWorker = ReturnType<typeof createOutboxWorker>;

export function createOutboxWorker(given: OutboxWorkerOptions) {
  const options = { ...usual, ...given };
  const delivery = createDelivery(options);
  const { isAnyDue, launchDue, underWay } = createLauncher(options, delivery, wake);
  let stopped = false;
  let running: Promise<number> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let wakeUp = Promise.withResolvers<void>();
  let woken = false;

  /** Delivers everything that is due now; returns how many mails were tried. */
  function runOnce(): Promise<number> {
    woken = true;
    wakeUp.resolve();
    running ??= run();
    return running;
  }

  // claims again after each delivery that ends and each wake-up, so that a slow delivery does not delay other mails
  async function run(): Promise<number> {
    for (let tried = 0; ; ) {
      woken = false;
      wakeUp = Promise.withResolvers();
      const launched = await (stopped ? 0 : launchDue());
      tried += launched;
      if (launched === 0 && underWay.size === 0 && !woken) {
        // in the same tick: a wake-up that still found this run active would be lost
        running = null;
        return tried;
      }
      if (underWay.size > 0) await Promise.race([...underWay, wakeUp.promise]);
    }
  }

  function wake(): void {
    if (!stopped) void runOnce();
  }

  return {
    async start(): Promise<void> {
      timer = setInterval(async () => (await isAnyDue()) && wake(), options.lookEveryMs);
      wake();
    },
    wake,
    runOnce,
    deliverNow: (mail: OutboxMail) => delivery.deliverOnce(mail),
    /** Starts no more deliveries, and breaks off slow ones. Resolves when the results of the current ones are known. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      const late = setTimeout(delivery.breakOff, options.stopAfterMs);
      await running;
      clearTimeout(late);
    },
  };
}

/** Claims due mails and delivers a few at a time. Its calls never reject: an unavailable database is logged. */
function createLauncher(options: typeof usual & OutboxWorkerOptions, delivery: Delivery, onSlow: () => void) {
  const { db, now, log, newMailboxes, siteState, singleInstance, slowAfterMs } = options;
  const { underWay, room, add } = createRoom(slowAfterMs, onSlow);
  let leasesToRelease = singleInstance;

  async function orLog<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log('error', 'outbox_unavailable', { reason: nameOf(error) });
      return fallback;
    }
  }

  return {
    underWay,
    // checked before claiming, so that an idle instance takes no write lock
    isAnyDue: () =>
      orLog(async () => {
        const at = now();
        await releaseFromFuture(db, { now: at, ...latestFrom(at) });
        const due = await nextDueAt(db);
        return leasesToRelease || (due !== null && due <= at);
      }, false),
    launchDue: () =>
      orLog(async () => {
        const limit = room();
        if (limit === 0) return 0;
        if (leasesToRelease) await releaseLeases(db, now());
        leasesToRelease = false;
        await delivery.recordLeftovers();
        // a new owner for each claim: a late result of an expired lease must not count for the new one
        const owner = crypto.randomUUID();
        const claim = { now: now(), owner, limit, newMailboxes, ...siteState?.() };
        const mails = await claimDueMails(db, claim);
        for (const mail of mails) add(delivery.deliver(mail));
        return mails.length;
      }, 0),
  };
}

/** The deliveries under way. A slow one makes room for another one, so that others do not wait for it. */
function createRoom(slowAfterMs: number, onSlow: () => void) {
  const underWay = new Set<Promise<void>>();
  const slow = new Set<Promise<void>>();
  return {
    underWay,
    room: () => Math.max(0, Math.min(parallelDeliveries + slow.size, mostDeliveries) - underWay.size),
    /** @param delivery never rejects */
    add(delivery: Promise<void>): void {
      const slowness = setTimeout(() => {
        slow.add(job);
        onSlow();
      }, slowAfterMs);
      const job = delivery.finally(() => {
        clearTimeout(slowness);
        slow.delete(job);
        underWay.delete(job);
      });
      underWay.add(job);
    },
  };
}
