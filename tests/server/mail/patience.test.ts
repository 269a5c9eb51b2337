/** How long a mail is retried, on the clock of the test (decision 017). A failing disk stands for any mail server. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { createMailer } from '#server/mail/transport';
import { createOutboxWorker } from '#server/mail/worker';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

let box: Fixture;
beforeEach(async () => {
  box = await openOutbox();
});
afterEach(() => box.remove());

function work({ lookEveryMs = 5_000 } = {}) {
  const from = { name: 'Sattelfest', address: 'kontakt@sattelfest.example' };
  const sent = Promise.withResolvers<void>();
  const worker = createOutboxWorker({
    db: box.db,
    mailer: createMailer({ mailDir: mailDir(), from, messageIdHost: 'sattelfest.example' }),
    now: box.clock.now,
    log: (_, event) => event === 'mail_sent' && sent.resolve(),
    subjectOf: async () => null,
    render: async ({ id, subject }) => ({ subject, html: id, text: id }),
    prove: async () => {},
    singleInstance: false,
    lookEveryMs,
  });
  return { ...worker, sent: sent.promise };
}

const mailDir = () => join(box.folder, 'mail');
const refuse = () => Bun.write(mailDir(), 'no folder');

// attempts before this one → wait after it
test.each([
  [0, 15 * second],
  [1, 30 * second],
  [7, 1_920 * second],
  [8, hour],
  // 15 s + 30 s + … + 1,920 s and 46 hours are less than 48 hours, and with one hour more they are not
  [54, hour],
  [55, null],
])('after %i attempts and one more a mail waits for %p ms', async (attempts, wait) => {
  await refuse();
  const id = await box.queue();
  await box.db.write((tx) => tx.update(outbox).set({ attempts }).where(eq(outbox.id, id)));
  await work().runOnce();
  const nextAttemptAt = box.clock.now() + (wait ?? 0);
  const now = wait ? { status: 'pending', nextAttemptAt } : { status: 'failed' };
  expect(await box.row(id)).toMatchObject({ ...now, attempts: attempts + 1 } as object);
});

test('a clock that jumps ahead does not use up the attempts of a mail', async () => {
  await refuse();
  const worker = work();
  const id = await box.queue();
  await worker.runOnce();
  box.clock.advance(100 * day);
  await worker.runOnce();
  expect(await box.row(id)).toMatchObject({ status: 'pending', attempts: 2 });
});

test.each(['queued', 'delayed'])(
  'a mail that was %s while the clock was ahead is sent when it is right again',
  async (what) => {
    const id = await box.queue({ now: box.clock.now() + day });
    if (what === 'delayed') {
      box.clock.advance(day);
      await refuse();
      await work().runOnce();
      await rm(mailDir());
      box.clock.advance(-day);
    }
    const worker = work({ lookEveryMs: 5 });
    await worker.start();
    await worker.sent;
    await worker.stop();
    expect(await box.row(id)).toMatchObject({ status: 'sent', attemptedAt: box.clock.now() });
  },
);
