/** The warning about waiting mails, on the clock of the test. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { claimDueMails } from '#db/mails/claims';
import { markUnsent } from '#db/mails/leases';
import { retryFailed } from '#db/mails/log';
import { outbox } from '#db/schema/mails';
import { createWaitingMailsWatch } from '#server/jobs/jobs';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';

const minute = 60_000;
let box: Fixture;
let lines: unknown[];
/** By how much the clock was set back. */
let setBack: number;
beforeEach(async () => {
  box = await openOutbox();
  lines = [];
  setBack = 0;
});
afterEach(() => box.remove());

const watch = () =>
  createWaitingMailsWatch({
    db: box.db,
    now: box.clock.now,
    uptime: () => box.clock.now() + setBack,
    log: (...line) => lines.push(line),
  });
const warning = (oldestMinutes: number) => ['warn', 'mails_waiting', { oldestMinutes }];

/** Tries the oldest mail without success: it waits for a retry, or it has failed. */
async function tryInVain(outcome: 'retry' | 'failed') {
  const now = box.clock.now();
  const [mail] = await claimDueMails(box.db, { now, owner: 'one', limit: 1 });
  const attempt = { id: mail?.id ?? '', owner: 'one', now, error: '451: johanna@sommer.example' };
  return await markUnsent(box.db, {
    ...attempt,
    nextAttemptAt: outcome === 'failed' ? null : now + 60 * minute,
  });
}

test('a mail that waits for more than an hour causes a warning, once an hour and without a name', async () => {
  const look = watch();
  await box.queue();
  await tryInVain('retry');
  expect(await look()).toBe(0);
  box.clock.advance(60 * minute);
  expect(await look()).toBe(0);
  await box.queue();
  box.clock.advance(minute);
  expect(await look()).toBe(1);
  box.clock.advance(60 * minute - 1);
  expect(await look()).toBe(0);
  box.clock.advance(1);
  expect(await look()).toBe(1);
  expect(lines).toEqual([warning(61), warning(121)]);
});

test('a failed mail causes no warning', async () => {
  await box.queue();
  await tryInVain('failed');
  box.clock.advance(120 * minute);
  expect(await watch()()).toBe(0);
});

test('an old mail that has just been sent again causes no warning', async () => {
  const look = watch();
  await box.queue();
  await tryInVain('failed');
  box.clock.advance(7 * 24 * 60 * minute);
  const [failed] = await box.db.read.select().from(outbox);
  await box.db.write((tx) => retryFailed(tx, [failed?.id ?? ''], box.clock.now()));
  expect(await look()).toBe(0);
  box.clock.advance(60 * minute);
  expect(await look()).toBe(0);
  box.clock.advance(minute);
  expect(await look()).toBe(1);
});

test('the warning comes again after a clock that was ahead has been corrected', async () => {
  const look = watch();
  await box.queue();
  expect(await look()).toBe(0);
  const day = 24 * 60 * minute;
  box.clock.advance(30 * day);
  expect(await look()).toBe(1);
  box.clock.advance(-29 * day);
  setBack = 29 * day;
  expect(await look()).toBe(0);
  box.clock.advance(60 * minute);
  expect(await look()).toBe(1);
});
