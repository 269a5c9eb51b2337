/** Limits of a single instance: invented names and addresses neither fill its memory nor end a limit. */
import { expect, test } from 'bun:test';
import { mostKeys, rateLimit } from '#server/http/limits/rate-limit';
import { startApp } from '#tests/support/app';
import { taken } from './stage';

const minute = 60_000;

async function open(limit: number) {
  const { context, clock } = await startApp({ env: { RATE_LIMIT: 'on' } });
  const { hit, refund, reset } = rateLimit(context, { name: 'test', limit, windowMs: minute });
  const take = (key: string) => taken(hit(key));
  const invent = async (count: number) => {
    for (let index = 0; index < count; index += 1) await hit(`invented ${count} ${index}`);
  };
  return { clock, invent, refund, reset, taken: take };
}

test('invented keys replace each other, but never a key at its limit', async () => {
  const { clock, invent, taken } = await open(2);
  for (const key of ['forgotten', 'in force', 'in force']) expect(await taken(key)).toBe(true);
  await invent(mostKeys);
  expect(await taken('in force')).toBe(false);
  // one more than would be accepted if the first had been kept
  const three = [await taken('forgotten'), await taken('forgotten'), await taken('forgotten')];
  expect(three).toEqual([true, true, false]);
  clock.now += minute;
  expect(await taken('in force')).toBe(true);
});

test('no new key is stored while all keys are at their limit', async () => {
  const { invent, taken } = await open(1);
  await invent(mostKeys);
  expect([await taken('new'), await taken('new')]).toEqual([true, true]);
  expect(await taken(`invented ${mostKeys} 0`)).toBe(false);
});

test('a hit that is refunded or reset is free again', async () => {
  const { refund, reset, taken } = await open(2);
  for (const give of [refund, reset]) {
    expect([await taken('a'), await taken('a'), await taken('a')]).toEqual([true, true, false]);
    await give('a');
    await give('a');
    expect(await taken('a')).toBe(true);
    await reset('a');
  }
});

test('of many hits at once, as many are taken as one after the other', async () => {
  const { taken } = await open(5);
  const results = await Promise.all(Array.from({ length: 8 }, () => taken('a')));
  expect(results).toEqual([...Array(5).fill(true), ...Array(3).fill(false)]);
});
