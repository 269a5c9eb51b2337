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
    const { box, server } = stage;
    const id = await box.queue();
    const { reached, release } = server.hold();
    const done = work().runOnce();
    await reached;
    await until(async () => (await box.row(id)).inDoubt === 1);
    box.clock.advance(10 * minute);
    expect(await work().runOnce()).toBe(0);
    expect(await box.row(id)).toMatchObject({
      status: 'pending',
      error: expect.stringMatching(/^Zustellung ungewiss: /),
    });
    expect(stage.proofs).toEqual([]);
    release();
    await done;
    expect(await box.row(id)).toMatchObject({ status: 'sent', error: null, attempts: 1, inDoubt: 0 });
    expect(stage.proofs).toMatchObject([{ mailId: id, documentSha256: 'a1' }]);
    expect(server.offered).toHaveLength(1);
  });

  test('and from which a mail comes back before it says that it takes it', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    const { reached, release } = server.hold();
    const done = work({ beatMs: hour }).runOnce();
    await reached;
    const at = box.clock.now();
    await box.db.write((tx) => markBounced(tx, id, { at, code: '5.1.1', report: 'r', stops: true }));
    box.clock.advance(minute);
    release();
    await done;
    expect(await box.row(id)).toMatchObject({ status: 'bounced', bouncedAt: at, attempts: 1 });
    expect(stage.proofs.map((proof) => [proof.kind, proof.mailId, proof.documentSha256, proof.at])).toEqual([
      ['document_delivered', id, 'a1', at],
      ['delivery_failed', id, 'a1', at],
    ]);
    expect(stage.events()).toEqual(['mail_sent']);
  });

  test('before it takes the mail keeps the lease too', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    const { reached, release } = server.hold('recipient');
    const done = work().runOnce();
    await reached;
    const leasedUntil = (await box.row(id)).nextAttemptAt;
    box.clock.advance(50_000);
    await until(async () => (await box.row(id)).nextAttemptAt > leasedUntil);
    box.clock.advance(50_000);
    expect(await work().runOnce()).toBe(0);
    expect(await box.row(id)).toMatchObject({ inDoubt: 0, error: null });
    release();
    await done;
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
    expect(server.offered).toHaveLength(1);
  });

  test('and refuses at last is asked again as usual', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    server.refuse(451, 'later', 'data');
    const { reached, release } = server.hold();
    const done = work().runOnce();
    await reached;
    await until(async () => (await box.row(id)).inDoubt === 1);
    release();
    await done;
    const nextAttemptAt = box.clock.now() + 15_000;
    expect(await box.row(id)).toMatchObject({ error: '451: later', inDoubt: 0, attempts: 1, nextAttemptAt });
  });

  test('holds up no other mail', async () => {
    const { box, server } = stage;
    const worker = work({ slowAfterMs: 5 });
    const held = [];
    for (let count = 0; count < parallelDeliveries; count += 1) {
      const { reached, release } = server.hold();
      await box.queue();
      worker.wake();
      await reached;
      held.push(release);
    }
    const quick = await box.queue();
    worker.wake();
    await server.received(1);
    expect(server.mails[0]?.email.messageId).toBe(messageIdOf(quick));
    for (const release of held) release();
    await server.received(1 + parallelDeliveries);
  });

  test('does not keep a process from ending: the mail is in doubt then', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    const worker = work({ beatMs: hour, stopAfterMs: 5 });
    const { reached, release } = server.hold();
    worker.wake();
    await reached;
    await worker.stop();
    release();
    const nextAttemptAt = box.clock.now() + hour;
    expect(await box.row(id)).toMatchObject({
      status: 'pending',
      inDoubt: 1,
      nextAttemptAt,
      leaseOwner: null,
    });
  });
});

describe('a mail of which nobody knows whether it arrived', () => {
  test('is tried again after 1 h and 6 h, and never after that', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    const error = expect.stringMatching(/^Zustellung ungewiss \(E[A-Z]+\): /);
    for (const [doubts, wait] of [hour, 6 * hour].entries()) {
      await loseAnswer();
      const nextAttemptAt = box.clock.now() + wait;
      expect(await box.row(id)).toMatchObject({
        status: 'pending',
        inDoubt: doubts + 1,
        error,
        nextAttemptAt,
      });
      box.clock.advance(wait - 1);
      expect(await work().runOnce()).toBe(0);
      box.clock.advance(1);
    }
    await loseAnswer();
    expect(await box.row(id)).toMatchObject({ status: 'failed', attempts: 3, error });
    box.clock.advance(100 * hour);
    expect(await work().runOnce()).toBe(0);
    expect(new Set(server.offered).size).toBe(1);
    expect(server.offered).toHaveLength(3);
    expect(stage.proofs).toEqual([]);
    expect(stage.events()).toEqual(['mail_uncertain', 'mail_uncertain', 'mail_failed']);
  });

  test('and whose next attempt is confirmed is proven', async () => {
    const { box } = stage;
    const id = await box.queue();
    await loseAnswer();
    box.clock.advance(hour);
    await work().runOnce();
    expect(await box.row(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
    expect(stage.proofs).toMatchObject([{ mailId: id }]);
  });

  test('is sent again by hand only, and then as if new', async () => {
    const { box } = stage;
    const id = await box.queue();
    for (const wait of [hour, 6 * hour, 0]) {
      await loseAnswer();
      box.clock.advance(wait);
    }
    expect(await resendableMails(box.db.read)).toEqual([]);
    expect(await countFailed(box.db)).toBe(0);
    expect(await box.db.write((tx) => retryFailed(tx, [id], box.clock.now()))).toEqual([id]);
    await loseAnswer();
    expect(await box.row(id)).toMatchObject({ status: 'pending', inDoubt: 1, attempts: 1 });
  });

  test.each([false, true])(
    'because the process was killed waits for 1 h (single instance: %p)',
    async (singleInstance) => {
      const { box, server } = stage;
      const id = await box.queue();
      await killedInDoubt(id);
      const heir = work({ singleInstance });
      box.clock.advance(hour - 1);
      expect(await heir.runOnce()).toBe(0);
      box.clock.advance(1);
      expect(await heir.runOnce()).toBe(1);
      expect(await box.row(id)).toMatchObject({ status: 'sent' });
      expect(server.mails).toHaveLength(1);
    },
  );

  test('because the process was killed three times is not sent a fourth time', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    for (const wait of [hour, 6 * hour, 6 * hour]) {
      await killedInDoubt(id);
      box.clock.advance(wait);
    }
    await work().runOnce();
    expect(await box.row(id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Zustellung ungewiss: /),
    });
    expect(server.offered).toEqual([]);
  });

  /** What a process leaves that is killed while it waits for the response. */
  async function killedInDoubt(id: string): Promise<void> {
    const { box } = stage;
    const now = box.clock.now();
    const [mail] = await claimDueMails(box.db, { owner: 'killed', limit: 10, now });
    const inDoubt = (mail?.inDoubt ?? 0) + 1;
    const waitMs = inDoubt === 1 ? hour : 6 * hour;
    const error = 'Zustellung ungewiss: x';
    expect(await doubtDelivery(box.db, { id, owner: 'killed', now, inDoubt, error, waitMs })).toBe(true);
  }
});

test('a delivery whose lease is lost before the mail is transmitted ends', async () => {
  const { box, server } = stage;
  const applicationId = await box.addApplication();
  await box.queue({ applicationId });
  const { reached, release } = server.hold('recipient');
  const done = work().runOnce();
  await reached;
  await box.deleteApplication(applicationId);
  await done;
  release();
  expect(server.offered).toEqual([]);
  expect(stage.events()).toEqual(['mail_lease_lost']);
});
