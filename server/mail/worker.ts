/** Delivers the outbox: at once when woken, and by itself every few seconds (contract 3, "Mail"). */
import {
  claimDueMails,
  nextDueAt,
  type OutboxMail,
  releaseFromFuture,
  releaseLeases,
} from '#db/mails/outbox';
import { createDelivery, type Delivery, type DeliveryOptions, longestRetryMs, nameOf } from './delivery';
import { parallelDeliveries, type SendResult } from './transport';

export type OutboxWorkerOptions = DeliveryOptions & {
  /** This process alone uses the database: leases found at the start belong to a dead predecessor. */
  singleInstance: boolean;
  /** Milliseconds between two looks of its own. */
  lookEveryMs?: number;
};

export type OutboxWorker = {
  /** Begins to look by itself; resolves at once, deliveries run in the background. */
  start(): Promise<void>;
  /** Says that something is due. Call it after the commit that queued a mail. */
  wake(): void;
  /** Delivers all that is due now; returns how many mails were tried. */
  runOnce(): Promise<number>;
  /** Delivers a mail that the caller has leased, once: if it does not go out, it is given up. */
  deliverNow(mail: OutboxMail): Promise<SendResult>;
  /** Takes no more mails and resolves when those under way have their result. */
  stop(): Promise<void>;
};

const usualLookMs = 5_000;

export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const delivery = createDelivery(options);
  const { isAnyDue, launchDue, underWay } = createLauncher(options, delivery);
  let stopped = false;
  let running: Promise<number> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let bell = Promise.withResolvers<void>();
  let rung = false;

  function runOnce(): Promise<number> {
    rung = true;
    bell.resolve();
    running ??= run();
    return running;
  }

  // a slow delivery holds up nobody: each one that ends, and each ring, is a reason to claim again
  async function run(): Promise<number> {
    for (let tried = 0; ; ) {
      rung = false;
      bell = Promise.withResolvers();
      const launched = await (stopped ? 0 : launchDue());
      tried += launched;
      if (launched === 0 && underWay.size === 0 && !rung) {
        // before anyone can ring again: a ring that found this round still running would be lost
        running = null;
        return tried;
      }
      if (underWay.size > 0) await Promise.race([...underWay, bell.promise]);
    }
  }

  function wake(): void {
    if (!stopped) void runOnce();
  }

  return {
    async start() {
      timer = setInterval(async () => (await isAnyDue()) && wake(), options.lookEveryMs ?? usualLookMs);
      wake();
    },
    wake,
    runOnce,
    deliverNow: (mail) => delivery.deliverOnce(mail),
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Claims due mails and has them delivered, a few at a time. Neither call rejects: a database that is away is logged. */
function createLauncher({ db, now, log, singleInstance }: OutboxWorkerOptions, delivery: Delivery) {
  const underWay = new Set<Promise<void>>();
  let leasesToRelease = singleInstance;

  async function unlessAway<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log('error', 'outbox_unavailable', { reason: nameOf(error) });
      return otherwise;
    }
  }

  function launch(mail: OutboxMail): void {
    const job = delivery.deliver(mail).finally(() => underWay.delete(job));
    underWay.add(job);
  }

  return {
    underWay,
    // asked before claiming: an idle instance takes no write lock
    isAnyDue: () =>
      unlessAway(async () => {
        const at = now();
        await releaseFromFuture(db, { now: at, latest: at + 2 * longestRetryMs });
        const due = await nextDueAt(db);
        return leasesToRelease || (due !== null && due <= at);
      }, false),
    launchDue: () =>
      unlessAway(async () => {
        const limit = parallelDeliveries - underWay.size;
        if (limit === 0) return 0;
        if (leasesToRelease) await releaseLeases(db, now());
        leasesToRelease = false;
        await delivery.recordLeftovers();
        // a name for each claim: a mail that comes back after its lease is not mistaken for the one sent before
        const owner = crypto.randomUUID();
        const mails = await claimDueMails(db, { now: now(), owner, limit });
        for (const mail of mails) launch(mail);
        return mails.length;
      }, 0),
  };
}
