/** What the server does beside its calls, on the clock of the test: when it warns, notes, tidies and runs again. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { claimDueMails } from '#db/mails/claims';
import { markUnsent } from '#db/mails/leases';
import { retryFailed } from '#db/mails/log';
import { outbox } from '#db/schema/mails';
import { createJob } from '#server/jobs/job';
import { createAuditEndLog, createMemoryRelease, createWaitingMailsWatch } from '#server/jobs/jobs';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { startApp } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';

test('the end is logged at once and then each hour, and names nobody', async () => {
  const app = await startApp({ env: { LOG_LEVEL: 'info' } });
  await app.signIn();
  const work = createAuditEndLog(app.context);
  const lines = () =>
    app.logged.filter((line) => line.includes('audit_log_end')).map((line) => JSON.parse(line));
  await work();
  await work();
  const end = {
    level: 'info',
    event: 'audit_log_end',
    id: 1,
    seal: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
  };
  expect(lines()).toEqual([{ time: expect.any(String), ...end }]);
  app.clock.now += 3_600_000;
  await work();
  expect(lines()).toHaveLength(2);
});

/** A process whose readings the test sets; a collection shrinks it to 100 MB. */
function startProcess() {
  const state = { cpu: 0, clock: 0, megabytes: 120 };
  const tidy = createMemoryRelease({
    cpu: () => state.cpu,
    clock: () => state.clock,
    resident: () => state.megabytes * 1e6,
    collect: () => {
      state.megabytes = 100;
    },
  });
  /** Lets five seconds pass with this load of a core. */
  const pass = (share: number) => {
    state.clock += 5_000;
    state.cpu += 5_000_000 * share;
    return tidy();
  };
  return { state, pass };
}

test('memory is not released while the server is busy', () => {
  const { state, pass } = startProcess();
  state.megabytes = 400;
  expect([pass(1), pass(0.5), pass(0.11)]).toEqual([0, 0, 0]);
  expect(pass(0.09)).toBe(1);
  expect(state.megabytes).toBe(100);
});

test('memory is released once, and again only after it has grown', () => {
  const { state, pass } = startProcess();
  expect([pass(0), pass(0), pass(0)]).toEqual([1, 0, 0]);
  state.megabytes = 109;
  expect(pass(0)).toBe(0);
  state.megabytes = 111;
  expect([pass(0), pass(0)]).toEqual([1, 0]);
});

const hourMs = 3_600_000;

function startJob() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => void ends.push(resolve));
  const meters = { jobEnded: () => {} };
  const job = createJob({ log: () => {}, meters: meters as never }, 'test', hourMs, work);
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  afterThisTest(async () => {
    for (const end of ends) end();
    await job.stop();
  });
  const end = async () => {
    ends.at(-1)?.();
    await turn();
  };
  return { job, runs: () => ends.length, end };
}

test('one that waits runs at once, and one that runs does once more', async () => {
  const { job, runs, end } = startJob();
  job.wake();
  expect(runs()).toBe(0);
  job.start();
  job.wake();
  job.wake();
  expect(runs()).toBe(1);
  await end();
  expect(runs()).toBe(2);
  await end();
  expect(runs()).toBe(2);
  job.wake();
  expect(runs()).toBe(3);
});

test('one that was stopped does not run again', async () => {
  const { job, runs, end } = startJob();
  job.start();
  job.wake();
  const stopped = job.stop();
  await end();
  await stopped;
  job.wake();
  expect(runs()).toBe(1);
});

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
