import { expect, test } from 'bun:test';
import { releaseLease, takeLease } from '#db/leases/leases';
import { startApp } from '#tests/support/app';

const minute = 60_000;

test('one owner at a time holds a lease, until it ends or is released', async () => {
  const { db } = await startApp();
  const take = (owner: string, now: number) =>
    takeLease(db, { name: 'exchange', owner, now, until: now + 2 * minute });
  expect(await take('a', 0)).toBe(true);
  expect(await take('b', minute)).toBe(false);
  expect(await take('a', minute)).toBe(true);
  // it was extended
  expect(await take('b', 2 * minute)).toBe(false);
  expect(await take('b', 3 * minute)).toBe(true);
  expect(await take('a', 4 * minute)).toBe(false);
  await releaseLease(db, 'exchange', 'a');
  expect(await take('a', 4 * minute)).toBe(false);
  await releaseLease(db, 'exchange', 'b');
  expect(await take('a', 4 * minute)).toBe(true);
  // another lease is another matter
  expect(await takeLease(db, { name: 'other', owner: 'b', now: 0, until: minute })).toBe(true);
});

test('a lease from before the clock was set back holds up nobody', async () => {
  const { db } = await startApp();
  const take = (owner: string, now: number) =>
    takeLease(db, { name: 'exchange', owner, now, until: now + 2 * minute });
  expect(await take('a', 1000 * minute)).toBe(true);
  expect(await take('b', 0)).toBe(true);
});

test('of two owners that ask at once, one gets it', async () => {
  const { db } = await startApp();
  const taken = await Promise.all(
    ['a', 'b', 'c'].map((owner) => takeLease(db, { name: 'exchange', owner, now: 0, until: minute })),
  );
  expect(taken.filter(Boolean).length).toBe(1);
});
