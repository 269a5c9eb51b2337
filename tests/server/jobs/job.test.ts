/** Jobs that somebody wakes. */
import { expect, test } from 'bun:test';
import { createJob } from '#server/jobs/job';
import { afterThisTest } from '#tests/support/endings';

const hourMs = 3_600_000;

function start() {
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
  const { job, runs, end } = start();
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
  const { job, runs, end } = start();
  job.start();
  job.wake();
  const stopped = job.stop();
  await end();
  await stopped;
  job.wake();
  expect(runs()).toBe(1);
});
