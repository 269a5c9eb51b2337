/** Several instances with one drop folder: one of them does the work, by a lease. */
import { expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leases } from '#db/schema/system';
import { createExchange } from '#server/jobs/insurer';
import { setExchange } from './stage';

const minuteMs = 60_000;
const stage = setExchange();
const { folders, office, names } = stage;
const start = () => createExchange(office.app.context, join(folders.in, '..'), false);
const put = (name: string) => writeFile(join(folders.in, name), 'Referenz;Stand\nSF-1;ja\n');
const pass = (ms: number) => {
  office.app.clock.now += ms;
};

test('one works until it stops, or its lease has ended', async () => {
  const [first, second] = [start(), start()];
  await first.turn();
  await put('a.csv');
  await second.turn();
  pass(minuteMs);
  await second.turn();
  expect(await names('in')).toEqual(['a.csv']);
  await first.turn();
  pass(minuteMs);
  await first.turn();
  expect(await names('done')).toEqual(['a.csv']);
  // it is killed; the other one waits for its lease to end, and then for the file
  await put('b.csv');
  pass(minuteMs);
  await second.turn();
  pass(minuteMs + 1);
  await second.turn();
  expect(await names('in')).toEqual(['b.csv']);
  pass(minuteMs);
  await second.turn();
  expect(await names('done')).toEqual(['a.csv', 'b.csv']);
  // one that stops leaves at once
  await second.stop();
  await second.turn();
  expect((await office.app.db.read.select().from(leases))[0]?.owner).toBeNull();
  await start().turn();
  expect((await office.app.db.read.select().from(leases))[0]?.owner).toBeString();
});

test('a lease from before the clock was set back holds up nobody', async () => {
  await office.app.db.write((tx) =>
    tx.update(leases).set({ owner: 'other', until: office.app.clock.now + 100 * minuteMs }),
  );
  await put('c.csv');
  const exchange = start();
  await exchange.turn();
  pass(minuteMs);
  await exchange.turn();
  expect(await names('in')).toEqual([]);
});

test('instances that begin at once are not two', async () => {
  await office.app.db.write((tx) => tx.delete(leases));
  const all = Array.from({ length: 8 }, start);
  await put('d.csv');
  for (let count = 0; count < 3; count += 1) {
    await Promise.all(all.map((one) => one.turn()));
    pass(minuteMs);
  }
  expect((await names('done')).filter((name) => name.startsWith('d'))).toEqual(['d.csv']);
});
