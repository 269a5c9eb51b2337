/** Waits after wrong passwords, where the clocks of instances differ. */
import { expect, test } from 'bun:test';
import { beginWait, countGuess } from '#db/staff/second-factors';
import { openMigrated } from '../support/migrated';
import { setScratch } from '../support/processes';

const here = setScratch();

test('a wait begins when the check has ended, and an instance whose clock is behind does not shorten it', async () => {
  const db = await openMigrated(`file:${here.path('app.db')}`);
  const guess = (now: number) => db.write((tx) => countGuess(tx, 'key', now));
  const wait = (now: number) => db.write((tx) => beginWait(tx, 'key', now));
  const at = 1_000_000;
  for (let count = 0; count < 10; count += 1) {
    expect(await guess(at)).toMatchObject({ before: { failures: count } });
  }
  await wait(at + 400);
  await wait(at - 400);
  expect(await guess(at + 400)).toEqual({ waitMs: 1_000 });
  expect(await guess(at + 1_399)).toEqual({ waitMs: 1 });
  expect(await guess(at + 1_400)).toMatchObject({ before: { failures: 10 } });
});
