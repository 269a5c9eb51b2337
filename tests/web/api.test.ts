/** How long the pages wait for an answer of the server. */
import { expect, jest, test } from 'bun:test';
import { afterThisTest } from '#tests/support/endings';
import { patiently, request } from '#web/api';

test.each([
  ['usually after 20 seconds', 20_000, undefined],
  ['for what takes long after 5 minutes', 300_000, patiently],
])('a call without an answer ends, %s', async (_, patience, more) => {
  const called = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    fetch() {
      called.resolve();
      return new Promise<Response>(() => {});
    },
  });
  afterThisTest(() => server.stop(true));
  jest.useFakeTimers();
  afterThisTest(async () => void jest.useRealTimers());
  let ended: unknown = null;
  const call = request('GET', server.url.href, undefined, more).catch((error) => {
    ended = error;
  });
  await called.promise;
  jest.advanceTimersByTime(patience - 1);
  await called.promise;
  expect(ended).toBeNull();
  jest.advanceTimersByTime(1);
  await call;
  expect(ended).toMatchObject({ name: 'TimeoutError' });
});
