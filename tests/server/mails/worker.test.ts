/** What the worker does with a mail: delivers it, waits, or gives it up. Which mails are due: `tests/db/mails`. */
import { describe, expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client';
import { claimDueMails } from '#db/mails/claims';
import { outbox } from '#db/schema/mails';
import { dayMs, hourMs } from '#domain/time';
import { leaseReserveMs } from '#server/mails/delivery';
import type { OutboxWorkerOptions } from '#server/mails/worker';
import { until } from '#tests/support/until';
import { messageIdOf, setOutbox } from './outbox-stage';

type Render = OutboxWorkerOptions['render'];

const second = 1_000;
const leaseMs = 60 * second;
const stage = setOutbox();
const { work } = stage;
const messageIds = () => stage.server.mails.map((mail) => mail.email.messageId);
/** Writes each mail after `act`. */
const renderAfter =
  (act: () => unknown): Render =>
  async ({ subject }) => {
    await act();
    return { subject, html: 'x', text: 'x' };
  };

describe('the delivery', () => {
  test('sends due mails and stores the result', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    expect(await work().runOnce()).toBe(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attempts: 1, attemptedAt: box.clock.now() });
    const email = { subject: 'Ihr Antrag ist eingegangen', messageId: messageIdOf(id) };
    expect(server.mails).toMatchObject([{ to: ['johanna@sommer.example'], email }]);
  });

  test('begins with the start of the worker, and at once when it is woken', async () => {
    const { box, server } = stage;
    const worker = work();
    await box.queue();
    await worker.start();
    await server.received(1);
    await box.queue();
    worker.wake();
    await server.received(2);
  });

  test('finds mails without being woken', async () => {
    await work({ lookEveryMs: 5 }).start();
    await stage.box.queue();
    await stage.server.received(1);
  });

  test('sends what a clock that was set back would let wait for hours, unless it may have arrived', async () => {
    const { box } = stage;
    const later = { now: box.clock.now() + 3 * hourMs };
    const [ahead, inDoubt] = [await box.queue(later), await box.queue(later)];
    await box.db.write((tx) => tx.update(outbox).set({ inDoubt: 1 }).where(eq(outbox.id, inDoubt)));
    await work({ lookEveryMs: 5 }).start();
    await until(async () => (await box.row(ahead)).status === 'sent');
    expect(await box.row(inDoubt)).toMatchObject({ status: 'pending', nextAttemptAt: later.now });
  });

  test('can be woken during a slow delivery and does not wait for it', async () => {
    const { box, server } = stage;
    const worker = work();
    const { reached, release } = server.hold();
    const slow = await box.queue();
    worker.wake();
    await reached;
    const quick = await box.queue();
    worker.wake();
    await server.received(1);
    release();
    await server.received(2);
    expect(messageIds()).toEqual([quick, slow].map(messageIdOf));
  });

  test('ends before the worker stops, and no new one begins', async () => {
    const { box, server } = stage;
    const worker = work();
    const { reached, release } = server.hold();
    const id = await box.queue();
    worker.wake();
    await reached;
    const late = await box.queue();
    const stopped = worker.stop();
    worker.wake();
    release();
    await stopped;
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
    expect(await box.row(late)).toMatchObject({ status: 'pending', leaseOwner: null });
  });

  test.each([
    [leaseMs - leaseReserveMs, 'sent'],
    [leaseMs - leaseReserveMs + 1, 'pending'],
  ])('of a mail whose text takes %i ms is %s: another instance takes it over', async (ms, status) => {
    const { box, server } = stage;
    const id = await box.queue();
    await work({ render: renderAfter(() => box.clock.advance(ms)) }).runOnce();
    expect(await box.row(id)).toMatchObject({ status });
    expect(server.mails).toHaveLength(status === 'sent' ? 1 : 0);
  });

  test('of what a killed process had leased is done by a single instance at its start', async () => {
    const { box } = stage;
    const id = await box.queue();
    await claimDueMails(box.db, { owner: 'killed', limit: 10, now: box.clock.now() });
    const started = work({ singleInstance: true });
    await started.start();
    await started.stop();
    expect(await box.row(id)).toMatchObject({ status: 'sent' });
  });
});

describe('a mail that is', () => {
  const reply = 'Johanna Sommer <johanna@sommer.example> is away';
  test.each([
    ['delayed', 451, { status: 'pending', error: '451: … … <…> is away' }, 'mail_retry'],
    ['refused', 550, { status: 'failed', error: '550: … … <…> is away' }, 'mail_failed'],
  ])('%s (%i) has its reason, without a name in the log', async (_, code, row, event) => {
    const { box, server, lines } = stage;
    const id = await box.queue();
    server.refuse(code, reply);
    await work().runOnce();
    expect(await box.row(id)).toMatchObject({ ...row, attempts: 1, attemptedAt: box.clock.now() });
    server.accept();
    await box.queue();
    await work().runOnce();
    expect(stage.events()).toEqual([event, 'mail_sent']);
    expect(JSON.stringify(lines)).not.toMatch(/johanna|sommer|@/i);
  });

  test('queued while the server is down is delivered after 15 s, exactly once', async () => {
    const { box, server } = stage;
    const worker = work();
    const id = await box.queue();
    await server.stop();
    await worker.runOnce();
    expect(await box.row(id)).toMatchObject({ status: 'pending', attempts: 1 });
    await server.start();
    box.clock.advance(15 * second - 1);
    expect(await worker.runOnce()).toBe(0);
    box.clock.advance(1);
    expect([await worker.runOnce(), await worker.runOnce()]).toEqual([1, 0]);
    expect(messageIds()).toEqual([messageIdOf(id)]);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
  });

  test('about something that has been deleted is not sent', async () => {
    const { box, server } = stage;
    const id = await box.queue();
    await work({ render: async () => null }).runOnce();
    const error = 'Der Anlass der E-Mail besteht nicht mehr.';
    expect(await box.row(id)).toMatchObject({ status: 'failed', error });
    expect(server.mails).toEqual([]);
  });

  test('impossible to render does not stop other mails', async () => {
    const { box } = stage;
    const bad = await box.queue({ subject: 'bad' });
    const good = await box.queue();
    const render: Render = async ({ subject }) => {
      if (subject === 'bad') throw new TypeError('Johanna Sommer has no horse');
      return { subject, html: 'x', text: 'x' };
    };
    await work({ render }).runOnce();
    const error = 'TypeError: Die E-Mail wurde nicht erstellt.';
    expect(await box.row(bad)).toMatchObject({ status: 'pending', attempts: 1, error });
    expect(await box.row(good)).toMatchObject({ status: 'sent' });
  });

  test('deleted while it is written to a file leaves no file', async () => {
    const { box, mailerOf, written } = stage;
    const applicationId = await box.addApplication();
    const kept = await box.queue();
    await box.queue({ applicationId });
    const render = renderAfter(() => box.deleteApplication(applicationId));
    await work({ mailer: mailerOf({}), render }).runOnce();
    expect(await written()).toEqual([`${kept}.eml`]);
  });
});

describe('a database that fails', () => {
  /** The database of the test with a switch; its errors contain personal data, as real ones might. */
  function behindSwitch(available: boolean) {
    const { db } = stage.box;
    const state = { available };
    const write = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> =>
      state.available ? db.write(run) : Promise.reject(new RangeError('johanna@sommer.example'));
    return { state, db: { ...db, write } };
  }

  test('is logged without personal data, and the mail is tried again', async () => {
    const { state, db } = behindSwitch(false);
    const worker = work({ db });
    await stage.box.queue();
    expect(await worker.runOnce()).toBe(0);
    const fields = { reason: 'RangeError' };
    expect(stage.lines).toEqual([{ level: 'error', event: 'outbox_unavailable', fields }]);
    state.available = true;
    expect(await worker.runOnce()).toBe(1);
  });

  test('after a mail was sent does not cause a second mail', async () => {
    const { box, server } = stage;
    const { state, db } = behindSwitch(true);
    const worker = work({
      db,
      render: renderAfter(() => {
        state.available = false;
      }),
    });
    const id = await box.queue();
    await worker.runOnce();
    const attemptedAt = box.clock.now();
    box.clock.advance(120_000);
    state.available = true;
    await worker.runOnce();
    expect(server.mails).toHaveLength(1);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attemptedAt });
    // the kept result is stored once
    await worker.runOnce();
    expect(stage.events().filter((event) => event.startsWith('mail_'))).toEqual(['mail_sent']);
  });
});

describe('patience (decision 017)', () => {
  // a failing disk stands for any mail server
  const refusing = async () => {
    await Bun.write(stage.mailDir(), 'no folder');
    return work({ mailer: stage.mailerOf({}) });
  };

  // attempts before this one → wait after it
  test.each([
    [0, 15 * second],
    [1, 30 * second],
    [7, 1_920 * second],
    [8, hourMs],
    // 15 s + 30 s + … + 1,920 s and 46 hours are less than 48 hours, and with one hour more they are not
    [54, hourMs],
    [55, null],
  ])('after %i attempts and one more a mail waits for %p ms', async (attempts, wait) => {
    const { box } = stage;
    const id = await box.queue();
    await box.db.write((tx) => tx.update(outbox).set({ attempts }).where(eq(outbox.id, id)));
    await (await refusing()).runOnce();
    const nextAttemptAt = box.clock.now() + (wait ?? 0);
    const now = wait ? { status: 'pending', nextAttemptAt } : { status: 'failed' };
    expect(await box.row(id)).toMatchObject({ ...now, attempts: attempts + 1 } as object);
  });

  test('is not used up by a clock that jumps ahead', async () => {
    const { box } = stage;
    const worker = await refusing();
    const id = await box.queue();
    await worker.runOnce();
    box.clock.advance(100 * dayMs);
    await worker.runOnce();
    expect(await box.row(id)).toMatchObject({ status: 'pending', attempts: 2 });
  });

  test.each(['queued', 'delayed'])(
    'ends for a mail that was %s while the clock was ahead when it is right again',
    async (what) => {
      const { box, server } = stage;
      const id = await box.queue({ now: box.clock.now() + dayMs });
      if (what === 'delayed') {
        box.clock.advance(dayMs);
        await (await refusing()).runOnce();
        await rm(stage.mailDir());
        box.clock.advance(-dayMs);
      }
      const worker = work({ lookEveryMs: 5 });
      await worker.start();
      await server.received(1);
      await worker.stop();
      expect(await box.row(id)).toMatchObject({ status: 'sent', attemptedAt: box.clock.now() });
    },
  );
});
