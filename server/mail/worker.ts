/** Delivers the outbox: at once when woken, and by itself every few seconds (contract 3, "Mail"). */
import {
  claimDueMails,
  nextDueAt,
  type OutboxMail,
  releaseFromFuture,
  releaseLeases,
} from '#db/mails/outbox';
import { createDelivery, type DeliveryOptions, longestRetryMs, nameOf } from './delivery';
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
  const { db, now, log, singleInstance, lookEveryMs = usualLookMs } = options;
  const delivery = createDelivery(options);
  const underWay = new Set<Promise<void>>();
  let leasesToRelease = singleInstance;
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
    let tried = 0;
    try {
      for (;;) {
        rung = false;
        bell = Promise.withResolvers();
        const launched = await launchDue();
        tried += launched;
        if (launched === 0 && underWay.size === 0 && !rung) return tried;
        if (underWay.size > 0) await Promise.race([...underWay, bell.promise]);
      }
    } finally {
      running = null;
    }
  }

  async function launchDue(): Promise<number> {
    const limit = parallelDeliveries - underWay.size;
    if (stopped || limit === 0) return 0;
    try {
      if (leasesToRelease) await releaseLeases(db, now());
      leasesToRelease = false;
      await delivery.recordLeftovers();
      // a name for each claim: a mail that comes back after its lease is not mistaken for the one sent before
      const owner = crypto.randomUUID();
      const mails = await claimDueMails(db, { now: now(), owner, limit });
      for (const mail of mails) launch(mail);
      return mails.length;
    } catch (error) {
      log('error', 'outbox_unavailable', { reason: nameOf(error) });
      return 0;
    }
  }

  function launch(mail: OutboxMail): void {
    const job = delivery.deliver(mail).finally(() => underWay.delete(job));
    underWay.add(job);
  }

  // asks before it claims: an idle instance keeps its hands off the write lock
  async function look(): Promise<void> {
    try {
      const at = now();
      await releaseFromFuture(db, { now: at, latest: at + 2 * longestRetryMs });
      const due = await nextDueAt(db);
      if (leasesToRelease || (due !== null && due <= at)) wake();
    } catch (error) {
      log('error', 'outbox_unavailable', { reason: nameOf(error) });
    }
  }

  function wake(): void {
    if (!stopped) void runOnce();
  }

  return {
    async start() {
      timer = setInterval(look, lookEveryMs);
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
