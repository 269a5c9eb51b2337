/** Memory is released while the server is idle. */
import { expect, test } from 'bun:test';
import { createMemoryRelease } from '#server/jobs/jobs';

/** A process whose readings the test sets; a collection shrinks it to 100 MB. */
function start() {
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
  const { state, pass } = start();
  state.megabytes = 400;
  expect([pass(1), pass(0.5), pass(0.11)]).toEqual([0, 0, 0]);
  expect(pass(0.09)).toBe(1);
  expect(state.megabytes).toBe(100);
});

test('memory is released once, and again only after it has grown', () => {
  const { state, pass } = start();
  expect([pass(0), pass(0), pass(0)]).toEqual([1, 0, 0]);
  state.megabytes = 109;
  expect(pass(0)).toBe(0);
  state.megabytes = 111;
  expect([pass(0), pass(0)]).toEqual([1, 0]);
});
