/** The warning that mails wait, by the clock of the test. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { claimDueMails, markFailed, markRetry } from '#db/mails/outbox';
import { retryFailed } from '#db/mails/resend';
import { outbox } from '#db/schema';
import { createWaitingMailsWatch } from '#server/jobs/waiting-mails';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';

const minute = 60_000;
let box: Fixture;
let lines: unknown[];
beforeEach(async () => {
  box = await openOutbox();
  lines = [];
});
afterEach(() => box.remove());

const watch = () =>
  createWaitingMailsWatch({ db: box.db, now: box.clock.now, log: (...line) => lines.push(line) });
const warning = (oldestMinutes: number) => ['warn', 'mails_waiting', { oldestMinutes }];

/** Tries the oldest mail, in vain: it waits on, or is given up. */
async function tryInVain(mark: 'retry' | 'failed') {
  const now = box.clock.now();
  const [mail] = await claimDueMails(box.db, { now, owner: 'one', limit: 1 });
  const attempt = { id: mail?.id ?? '', owner: 'one', now, error: '451: johanna@sommer.example' };
  if (mark === 'failed') return await markFailed(box.db, attempt);
  return await markRetry(box.db, { ...attempt, nextAttemptAt: now + 60 * minute });
}

test('comes when a mail has waited for more than an hour, once an hour, and names nobody', async () => {
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

test('does not come for what was given up', async () => {
  await box.queue();
  await tryInVain('failed');
  box.clock.advance(120 * minute);
  expect(await watch()()).toBe(0);
});

test('does not come for an old mail that has just been sent again', async () => {
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

test('comes again after a clock that was ahead has been set right', async () => {
  const look = watch();
  await box.queue();
  expect(await look()).toBe(0);
  const day = 24 * 60 * minute;
  box.clock.advance(30 * day);
  expect(await look()).toBe(1);
  box.clock.advance(-29 * day);
  expect(await look()).toBe(1);
});
