/** The bound on work under way: how many wait, how long a worker works, and how much the process grows meanwhile. */
import { expect, test } from 'bun:test';
import { createThread, WorkerLost } from '#server/process/thread';

const file = new URL('support/working-worker.ts', import.meta.url);
const bounds = { limitMs: 20_000, idleMs: 0 };

test('a worker that grows too much is ended, and the next question gets another one', async () => {
  const ask = createThread<string, number>(file, { ...bounds, growthMb: 64 });
  const first = await ask('who');
  await expect(ask('grow')).rejects.toBeInstanceOf(WorkerLost);
  expect(await ask('who')).not.toBe(first);
});

test('a worker that takes too long is ended', async () => {
  const ask = createThread<string, number>(file, { ...bounds, limitMs: 20 });
  await expect(ask('for ever')).rejects.toBeInstanceOf(WorkerLost);
});

test('a worker has so many questions waiting and no more', async () => {
  const full = new Error('full');
  const ask = createThread<string, number>(file, { ...bounds, waiting: 2, full: () => full });
  const asked = await Promise.allSettled(['who', 'who', 'who', 'who', 'who'].map((one) => ask(one)));
  expect(asked.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
});
