/** The clock of the product on a database server. */
import { afterEach, beforeEach, expect, type Mock, mock, spyOn, test } from 'bun:test';
import { openDatabase } from '#db/open';
import { createLog } from '#server/log';
import { createClock } from '#server/process/start';
import { scratch } from '#tests/db/support/processes';
import { afterThisTest } from '#tests/support/endings';

const here = scratch();
const logged: string[] = [];
const log = createLog('warn', (line) => logged.push(line));
let date: Mock<() => number>;
beforeEach(() => {
  logged.splice(0);
  date = spyOn(Date, 'now');
});
afterEach(() => mock.restore());

test('is that of the server, and goes on while the clock of the machine is set', async () => {
  const { url } = await here.startSqld();
  afterThisTest(here.remove);
  const db = await openDatabase({ url });
  afterThisTest(db.close);
  const real = Date.now();
  date.mockReturnValue(real + 600_000);
  const clock = createClock(db, log);
  await clock.compare();
  expect(clock.now()).toBeWithin(real - 1000, real + 10_000);
  date.mockReturnValue(real - 600_000);
  expect(clock.now()).toBeWithin(real - 1000, real + 10_000);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ event: 'clock_differs', level: 'warn' }]);
});

test('is known better with each comparison, and follows a server whose clock is set', async () => {
  let [at, tripMs] = [1_000_000, 2000];
  let ticks = 0;
  spyOn(performance, 'now').mockImplementation(() => ticks);
  const server = async () => {
    ticks += tripMs;
    return at + ticks - tripMs / 10;
  };
  const clock = createClock({ clock: server }, log);
  const errorMs = async (trip: number) => {
    tripMs = trip;
    await clock.compare();
    return Math.abs(clock.now() - at - ticks);
  };
  expect(await errorMs(2000)).toBe(800);
  expect(await errorMs(100)).toBeLessThanOrEqual(100);
  // a slow answer says nothing new
  expect(await errorMs(2000)).toBeLessThanOrEqual(100);
  at -= 3_600_000;
  expect(await errorMs(100)).toBeLessThanOrEqual(100);
});

test('is that of the machine without a server', async () => {
  date.mockReturnValue(123);
  const clock = createClock({}, log);
  await clock.compare();
  expect(clock.now()).toBe(123);
});
