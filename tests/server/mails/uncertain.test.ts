/** A mail that was transmitted, and whose server is slow to take it, or never says that it did. */
import { describe, expect, test } from 'bun:test';
import { markBounced } from '#db/mails/bounces';
import { claimDueMails } from '#db/mails/claims';
import { doubtDelivery } from '#db/mails/leases';
import { countFailed, resendableMails, retryFailed } from '#db/mails/log';
import { parallelDeliveries } from '#server/mails/transport';
import type { OutboxWorkerOptions } from '#server/mails/worker';
import { until } from '#tests/support/until';
import { messageIdOf, setOutbox } from './outbox-stage';

const minute = 60_000;
const hour = 60 * minute;
const stage = setOutbox();
const work = (options: Partial<OutboxWorkerOptions> = {}) => stage.work({ beatMs: 5, ...options });
const doubtful = { error: expect.stringMatching(/^Zustellung ungewiss: /) };

/** A mail that a worker delivers, until the server responds at `at` by `end`. */
async function held(worker = work(), at: 'recipient' | 'data' = 'data') {
  const id = await stage.box.queue();
  const { reached, release } = stage.server.hold(at);
  const done = worker.runOnce();
  await reached;
  const row = () => stage.box.row(id);
  const untilInDoubt = () => until(async () => (await row()).inDoubt === 1);
  const end = () => {
    release();
    return done;
  };
  return { id, row, untilInDoubt, end };
}

/** Transmits what is due, and loses the connection instead of a response. */
async function loseAnswer(worker = work({ beatMs: hour })): Promise<void> {
  const { reached, release } = stage.server.hold();
  const done = worker.runOnce();
  await reached;
  stage.server.drop();
  await done;
  release();
}

describe('a server that is slow to respond', () => {
  test('gets the mail once, and no other instance takes it for ten minutes', async () => {
    const { id, row, untilInDoubt, end } = await held();
    await untilInDoubt();
    stage.box.clock.advance(10 * minute);
    expect(await work().runOnce()).toBe(0);
    expect(await row()).toMatchObject({ status: 'pending', ...doubtful });
    expect(stage.proofs).toEqual([]);
    await end();
    expect(await row()).toMatchObject({ status: 'sent', error: null, attempts: 1, inDoubt: 0 });
    expect(stage.proofs).toMatchObject([{ mailId: id, documentSha256: 'a1' }]);
    expect(stage.server.offered).toHaveLength(1);
  });

  test('and from which a mail comes back before it says that it takes it', async () => {
    const { id, row, end } = await held(work({ beatMs: hour }));
    const at = stage.box.clock.now();
    await stage.box.db.write((tx) => markBounced(tx, id, { at, code: '5.1.1', report: 'r', stops: true }));
    stage.box.clock.advance(minute);
    await end();
    expect(await row()).toMatchObject({ status: 'bounced', bouncedAt: at, attempts: 1 });
    const proof = { mailId: id, documentSha256: 'a1', at };
    const kinds = ['document_delivered', 'delivery_failed'] as const;
    expect(stage.proofs).toMatchObject(kinds.map((kind) => ({ kind, ...proof })));
    expect(stage.events()).toEqual(['mail_sent']);
  });

  test('before it takes the mail keeps the lease too', async () => {
    const { row, end } = await held(work(), 'recipient');
    const leasedUntil = (await row()).nextAttemptAt;
    stage.box.clock.advance(50_000);
    await until(async () => (await row()).nextAttemptAt > leasedUntil);
    stage.box.clock.advance(50_000);
    expect(await work().runOnce()).toBe(0);
    expect(await row()).toMatchObject({ inDoubt: 0, error: null });
    await end();
    expect(await row()).toMatchObject({ status: 'sent' });
    expect(stage.server.offered).toHaveLength(1);
  });

  test('and refuses at last is asked again as usual', async () => {
    stage.server.refuse(451, 'later', 'data');
    const { row, untilInDoubt, end } = await held();
    await untilInDoubt();
    await end();
    const nextAttemptAt = stage.box.clock.now() + 15_000;
    expect(await row()).toMatchObject({ error: '451: later', inDoubt: 0, attempts: 1, nextAttemptAt });
  });

  test('holds up no other mail', async () => {
    const worker = work({ slowAfterMs: 5 });
    const ends = [];
    for (let count = 0; count < parallelDeliveries; count += 1) {
      const { reached, release } = stage.server.hold();
      await stage.box.queue();
      worker.wake();
      await reached;
      ends.push(release);
    }
    const quick = await stage.box.queue();
    worker.wake();
    await stage.server.received(1);
    expect(stage.server.mails[0]?.email.messageId).toBe(messageIdOf(quick));
    for (const release of ends) release();
    await stage.server.received(1 + parallelDeliveries);
  });

  test('does not keep a process from ending: the mail is in doubt then', async () => {
    const worker = work({ beatMs: hour, stopAfterMs: 5 });
    const { row, end } = await held(worker);
    await worker.stop();
    const nextAttemptAt = stage.box.clock.now() + hour;
    expect(await row()).toMatchObject({ status: 'pending', inDoubt: 1, nextAttemptAt, leaseOwner: null });
    await end();
  });
});

describe('a mail of which nobody knows whether it arrived', () => {
  test('is tried again after 1 h and 6 h, and never after that', async () => {
    const id = await stage.box.queue();
    const error = expect.stringMatching(/^Zustellung ungewiss \(E[A-Z]+\): /);
    for (const [doubts, wait] of [hour, 6 * hour].entries()) {
      await loseAnswer();
      const doubt = { inDoubt: doubts + 1, error, nextAttemptAt: stage.box.clock.now() + wait };
      expect(await stage.box.row(id)).toMatchObject({ status: 'pending', ...doubt });
      stage.box.clock.advance(wait - 1);
      expect(await work().runOnce()).toBe(0);
      stage.box.clock.advance(1);
    }
    await loseAnswer();
    expect(await stage.box.row(id)).toMatchObject({ status: 'failed', attempts: 3, error });
    stage.box.clock.advance(100 * hour);
    expect(await work().runOnce()).toBe(0);
    expect([new Set(stage.server.offered).size, stage.server.offered.length, stage.proofs]).toEqual([
      1,
      3,
      [],
    ]);
    expect(stage.events()).toEqual(['mail_uncertain', 'mail_uncertain', 'mail_failed']);
    // by hand only, and then as if new
    expect([await resendableMails(stage.box.db.read), await countFailed(stage.box.db)]).toEqual([[], 0]);
    expect(await stage.box.db.write((tx) => retryFailed(tx, [id], stage.box.clock.now()))).toEqual([id]);
    await loseAnswer();
    expect(await stage.box.row(id)).toMatchObject({ status: 'pending', inDoubt: 1, attempts: 1 });
  });

  test('and whose next attempt is confirmed is proven', async () => {
    const id = await stage.box.queue();
    await loseAnswer();
    stage.box.clock.advance(hour);
    await work().runOnce();
    expect(await stage.box.row(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
    expect(stage.proofs).toMatchObject([{ mailId: id }]);
  });

  test.each([false, true])('after a kill waits for 1 h (single instance: %p)', async (singleInstance) => {
    const id = await stage.box.queue();
    await killedInDoubt(id);
    const heir = work({ singleInstance });
    stage.box.clock.advance(hour - 1);
    expect(await heir.runOnce()).toBe(0);
    stage.box.clock.advance(1);
    expect(await heir.runOnce()).toBe(1);
    expect(await stage.box.row(id)).toMatchObject({ status: 'sent' });
  });

  test('after three kills is not sent a fourth time', async () => {
    const id = await stage.box.queue();
    for (const wait of [hour, 6 * hour, 6 * hour]) {
      await killedInDoubt(id);
      stage.box.clock.advance(wait);
    }
    await work().runOnce();
    expect(await stage.box.row(id)).toMatchObject({ status: 'failed', ...doubtful });
    expect(stage.server.offered).toEqual([]);
  });

  /** What a process leaves that is killed while it waits for the response. */
  async function killedInDoubt(id: string): Promise<void> {
    const now = stage.box.clock.now();
    const [mail] = await claimDueMails(stage.box.db, { owner: 'killed', limit: 10, now });
    const inDoubt = (mail?.inDoubt ?? 0) + 1;
    const waitMs = inDoubt === 1 ? hour : 6 * hour;
    const doubt = { id, owner: 'killed', now, inDoubt, error: 'Zustellung ungewiss: x', waitMs };
    expect(await doubtDelivery(stage.box.db, doubt)).toBe(true);
  }
});

test('a delivery whose lease is lost before the mail is transmitted ends', async () => {
  const applicationId = await stage.box.addApplication();
  await stage.box.queue({ applicationId });
  const { reached, release } = stage.server.hold('recipient');
  const done = work().runOnce();
  await reached;
  await stage.box.deleteApplication(applicationId);
  await done;
  release();
  expect(stage.server.offered).toEqual([]);
  expect(stage.events()).toEqual(['mail_lease_lost']);
});
