/** What the worker does with a mail: delivers it, waits, or gives it up. Which mails are due: `tests/db/mails`. */
import { describe, expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Transaction } from '#db/client';
import { claimDueMails } from '#db/mails/claims';
import { outbox } from '#db/schema/mails';
import { dayMs, hourMs } from '#domain/time';
import { leaseReserveMs } from '#server/mails/delivery';
import { until } from '#tests/support/until';
import { messageIdOf, type Render, setOutbox } from './outbox-stage';

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
    const id = await stage.box.queue();
    expect(await work().runOnce()).toBe(1);
    expect(await stage.box.row(id)).toMatchObject({
      status: 'sent',
      attempts: 1,
      attemptedAt: stage.box.clock.now(),
    });
    const email = { subject: 'Ihr Antrag ist eingegangen', messageId: messageIdOf(id) };
    expect(stage.server.mails).toMatchObject([{ to: ['johanna@sommer.example'], email }]);
  });

  test('begins with the start of the worker, and at once when it is woken', async () => {
    const worker = work();
    await stage.box.queue();
    await worker.start();
    await stage.server.received(1);
    await stage.box.queue();
    worker.wake();
    await stage.server.received(2);
  });

  test('sends what a clock that was set back would let wait for hours, unless it may have arrived', async () => {
    const later = { now: stage.box.clock.now() + 3 * hourMs };
    const [ahead, inDoubt] = [await stage.box.queue(later), await stage.box.queue(later)];
    await stage.box.db.write((tx) => tx.update(outbox).set({ inDoubt: 1 }).where(eq(outbox.id, inDoubt)));
    await work({ lookEveryMs: 5 }).start();
    await until(async () => (await stage.box.row(ahead)).status === 'sent');
    expect(await stage.box.row(inDoubt)).toMatchObject({ status: 'pending', nextAttemptAt: later.now });
  });

  test('can be woken during a slow delivery and does not wait for it', async () => {
    const worker = work();
    const { reached, release } = stage.server.hold();
    const slow = await stage.box.queue();
    worker.wake();
    await reached;
    const quick = await stage.box.queue();
    worker.wake();
    await stage.server.received(1);
    release();
    await stage.server.received(2);
    expect(messageIds()).toEqual([quick, slow].map(messageIdOf));
  });

  test('ends before the worker stops, and no new one begins', async () => {
    const worker = work();
    const { reached, release } = stage.server.hold();
    const id = await stage.box.queue();
    worker.wake();
    await reached;
    const late = await stage.box.queue();
    const stopped = worker.stop();
    worker.wake();
    release();
    await stopped;
    expect(await stage.box.row(id)).toMatchObject({ status: 'sent' });
    expect(await stage.box.row(late)).toMatchObject({ status: 'pending', leaseOwner: null });
  });

  test.each([
    [leaseMs - leaseReserveMs, 'sent'],
    [leaseMs - leaseReserveMs + 1, 'pending'],
  ])('of a mail whose text takes %i ms is %s: another instance takes it over', async (ms, status) => {
    const id = await stage.box.queue();
    await work({ render: renderAfter(() => stage.box.clock.advance(ms)) }).runOnce();
    expect(await stage.box.row(id)).toMatchObject({ status });
    expect(stage.server.mails).toHaveLength(status === 'sent' ? 1 : 0);
  });

  test('of what a killed process had leased is done by a single instance at its start', async () => {
    const id = await stage.box.queue();
    await claimDueMails(stage.box.db, { owner: 'killed', limit: 10, now: stage.box.clock.now() });
    const started = work({ singleInstance: true });
    await started.start();
    await started.stop();
    expect(await stage.box.row(id)).toMatchObject({ status: 'sent' });
  });
});

const reply = 'Johanna Sommer <johanna@sommer.example> is away';
test.each([
  ['delayed', 451, { status: 'pending', error: '451: … … <…> is away' }, 'mail_retry'],
  ['refused', 550, { status: 'failed', error: '550: … … <…> is away' }, 'mail_failed'],
])('a mail that is %s (%i) has its reason, without a name in the log', async (_, code, row, event) => {
  const id = await stage.box.queue();
  stage.server.refuse(code, reply);
  await work().runOnce();
  expect(await stage.box.row(id)).toMatchObject({ ...row, attempts: 1, attemptedAt: stage.box.clock.now() });
  stage.server.accept();
  await stage.box.queue();
  await work().runOnce();
  expect(stage.events()).toEqual([event, 'mail_sent']);
  expect(JSON.stringify(stage.lines)).not.toMatch(/johanna|sommer|@/i);
});

test('a mail that is queued while the server is down is delivered after 15 s, exactly once', async () => {
  const worker = work();
  const id = await stage.box.queue();
  await stage.server.stop();
  await worker.runOnce();
  expect(await stage.box.row(id)).toMatchObject({ status: 'pending', attempts: 1 });
  await stage.server.start();
  stage.box.clock.advance(15 * second - 1);
  expect(await worker.runOnce()).toBe(0);
  stage.box.clock.advance(1);
  expect([await worker.runOnce(), await worker.runOnce()]).toEqual([1, 0]);
  expect(messageIds()).toEqual([messageIdOf(id)]);
  expect(await stage.box.row(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
});

test('a mail that is about something that has been deleted is not sent', async () => {
  const id = await stage.box.queue();
  await work({ word: async () => null }).runOnce();
  const error = 'Der Anlass der E-Mail besteht nicht mehr.';
  expect(await stage.box.row(id)).toMatchObject({ status: 'failed', error });
  expect(stage.server.mails).toEqual([]);
});

test('a mail that is impossible to render does not stop other mails', async () => {
  const bad = await stage.box.queue({ subject: 'bad' });
  const good = await stage.box.queue();
  const render: Render = async ({ subject }) => {
    if (subject === 'bad') throw new TypeError('Johanna Sommer has no horse');
    return { subject, html: 'x', text: 'x' };
  };
  await work({ render }).runOnce();
  const error = 'TypeError: Die E-Mail wurde nicht erstellt.';
  expect(await stage.box.row(bad)).toMatchObject({ status: 'pending', attempts: 1, error });
  expect(await stage.box.row(good)).toMatchObject({ status: 'sent' });
});

test('a mail that is deleted while it is written to a file leaves no file', async () => {
  const applicationId = await stage.box.addApplication();
  const kept = await stage.box.queue();
  await stage.box.queue({ applicationId });
  const render = renderAfter(() => stage.box.deleteApplication(applicationId));
  await work({ mailer: stage.mailerOf({}), render }).runOnce();
  expect(await stage.written()).toEqual([`${kept}.eml`]);
});

/** The database of the test with a switch; its errors contain personal data, as real ones might. */
function behindSwitch(available: boolean) {
  const { db } = stage.box;
  const state = { available };
  const write = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> =>
    state.available ? db.write(run) : Promise.reject(new RangeError('johanna@sommer.example'));
  return { state, db: { ...db, write } };
}

test('a database that fails is logged without personal data, and the mail is tried again', async () => {
  const { state, db } = behindSwitch(false);
  const worker = work({ db });
  await stage.box.queue();
  expect(await worker.runOnce()).toBe(0);
  const fields = { reason: 'RangeError' };
  expect(stage.lines).toEqual([{ level: 'error', event: 'outbox_unavailable', fields }]);
  state.available = true;
  expect(await worker.runOnce()).toBe(1);
});

test('a database that fails after a mail was sent does not cause a second mail', async () => {
  const { state, db } = behindSwitch(true);
  const worker = work({
    db,
    render: renderAfter(() => {
      state.available = false;
    }),
  });
  const id = await stage.box.queue();
  await worker.runOnce();
  const attemptedAt = stage.box.clock.now();
  stage.box.clock.advance(120_000);
  state.available = true;
  await worker.runOnce();
  expect(stage.server.mails).toHaveLength(1);
  expect(await stage.box.row(id)).toMatchObject({ status: 'sent', attemptedAt });
  // the kept result is stored once
  await worker.runOnce();
  expect(stage.events().filter((event) => event.startsWith('mail_'))).toEqual(['mail_sent']);
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
    const id = await stage.box.queue();
    await stage.box.db.write((tx) => tx.update(outbox).set({ attempts }).where(eq(outbox.id, id)));
    await (await refusing()).runOnce();
    const nextAttemptAt = stage.box.clock.now() + (wait ?? 0);
    const now = wait ? { status: 'pending', nextAttemptAt } : { status: 'failed' };
    expect(await stage.box.row(id)).toMatchObject({ ...now, attempts: attempts + 1 } as object);
  });

  test('is not used up by a clock that jumps ahead', async () => {
    const worker = await refusing();
    const id = await stage.box.queue();
    await worker.runOnce();
    stage.box.clock.advance(100 * dayMs);
    await worker.runOnce();
    expect(await stage.box.row(id)).toMatchObject({ status: 'pending', attempts: 2 });
  });

  test.each(['queued', 'delayed'])(
    'ends for a mail %s under a clock that is set right again',
    async (what) => {
      const id = await stage.box.queue({ now: stage.box.clock.now() + dayMs });
      if (what === 'delayed') {
        stage.box.clock.advance(dayMs);
        await (await refusing()).runOnce();
        await rm(stage.mailDir());
        stage.box.clock.advance(-dayMs);
      }
      const worker = work({ lookEveryMs: 5 });
      await worker.start();
      await stage.server.received(1);
      await worker.stop();
      expect(await stage.box.row(id)).toMatchObject({ status: 'sent', attemptedAt: stage.box.clock.now() });
    },
  );
});
