/** The collector runs after large bodies, and nobody makes it run all the time. */
import { afterAll, expect, spyOn, test } from 'bun:test';
import { Elysia } from 'elysia';
import { collectedBodies } from '#server/http/body';

const collect = spyOn(Bun, 'gc').mockImplementation(() => undefined);
const clock = spyOn(performance, 'now');
afterAll(() => [collect, clock].map((one) => one.mockRestore()));

async function receive(headers: Record<string, string>, times: number, msBetween: number) {
  collect.mockClear();
  const app = new Elysia().use(collectedBodies()).post('/', () => '', { parse: 'none' });
  for (let count = 0; count < times; count += 1) {
    clock.mockReturnValue(1000 + count * msBetween);
    await app.handle(new Request('http://localhost/', { method: 'POST', headers }));
  }
  // Elysia asks for one when it has compiled, without waiting for it
  return collect.mock.calls.filter(([waits]) => waits).length;
}

test.each([
  ['in one piece', { 'content-length': '60000' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('after 2 MiB of bodies %s', async (_, headers) => {
  expect(await receive(headers, 31, 100)).toBe(0);
  expect(await receive(headers, 350, 100)).toBe(10);
});

test('not for each body that is only announced', async () => {
  expect(await receive({ 'content-length': '7000000' }, 320, 0)).toBe(1);
});

test('not after usual calls', async () => {
  expect(await receive({ 'content-length': '500' }, 1000, 100)).toBe(0);
  expect(await receive({}, 1000, 100)).toBe(0);
});
