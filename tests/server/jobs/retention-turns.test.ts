/** How many applications one run of the job may delete (decision 017). */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { abandon } from '#tests/support/abandoned';
import { startApp, type TestApp } from '#tests/support/app';

const hour = 3_600_000;
const day = 24 * hour;

/** Runs the job once; returns how many open applications were deleted. */
async function deletedOf(context: Parameters<typeof deleteWhatIsOver>[0]): Promise<number> {
  return (await deleteWhatIsOver(context)).open_applications ?? 0;
}

/** Moves the clock, runs the job once, and returns how many were deleted. */
function after(app: TestApp, ms: number): Promise<number> {
  app.clock.now += ms;
  return deletedOf(app.context);
}

const left = async ({ db }: TestApp) =>
  (await db.read.select({ id: applications.id }).from(applications)).length;

test.each([
  [21, [20, 1]],
  [410, [20, 20]],
  [450, [22, 21]],
])(
  'of %i applications one turn deletes 20, or 5 %% of the open ones if that is more, and the next turn is an hour later',
  async (all, turns) => {
    const app = await startApp();
    await abandon(app.db, all, app.clock.now);
    await after(app, 90 * day + 1 - hour);
    for (const deleted of turns) {
      expect(await after(app, hour - 1)).toBe(0);
      expect(await after(app, 1)).toBe(deleted);
    }
  },
);

test('a turn deletes the oldest applications first', async () => {
  const app = await startApp();
  const late = await abandon(app.db, 20, app.clock.now);
  await abandon(app.db, 20, app.clock.now - hour);
  expect(await after(app, 91 * day)).toBe(20);
  const rows = await app.db.read.select({ id: applications.id }).from(applications);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(late.toSorted());
});

test('completed applications do not count for the 5 %', async () => {
  const app = await startApp();
  await abandon(app.db, 600, app.clock.now);
  await app.db.write((tx) => tx.update(applications).set({ completedAt: 1 }).where(sql`rowid <= 300`));
  expect(await after(app, 91 * day)).toBe(20);
});

test('there is one turn per hour, however many instances run the job', async () => {
  const app = await startApp();
  await abandon(app.db, 50, app.clock.now);
  app.clock.now += 91 * day;
  const looks = [1, 2, 3].map(() => deletedOf({ ...app.context }));
  expect((await Promise.all(looks)).toSorted()).toEqual([0, 0, 20]);
});

test('a clock that jumps 91 days ahead deletes 20, and deletion continues when it is right again', async () => {
  const app = await startApp();
  await abandon(app.db, 30, app.clock.now);
  expect(await after(app, 91 * day)).toBe(20);
  expect(await after(app, -91 * day)).toBe(0);
  expect(await after(app, day / 2)).toBe(0);
  expect(await left(app)).toBe(10);
  await abandon(app.db, 5, app.clock.now - 100 * day);
  // the last turn lies in the future, so it counts as one of now
  expect(await after(app, 0)).toBe(0);
  expect(await after(app, hour - 1)).toBe(0);
  expect(await after(app, 1)).toBe(5);
  expect(await left(app)).toBe(10);
});
