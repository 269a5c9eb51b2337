/** What every instance asks every few seconds is answered by an index, however many applications there are. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { dueQuery } from '../../db/reminders';
import { forgottenQuery } from '../../db/retention';
import { type Fixture, openOutbox } from './outbox-fixture';

let box: Fixture;
beforeEach(async () => {
  box = await openOutbox();
});
afterEach(() => box.remove());

/** How SQLite goes about a query; it begins with the table that it walks through. */
async function planOf(query: { getSQL(): SQL }): Promise<string[]> {
  const steps = await box.db.read.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`);
  return steps.map(({ detail }) => detail);
}

test.each(['first', 'second'] as const)('whom to send the %s reminder', async (type) => {
  const instants = { untouchedSince: 3, touchedSince: 1, afterFirst: type === 'second' ? 2 : null };
  const plan = await planOf(dueQuery(box.db.read, { type, ...instants }, 1));
  expect(plan[0]).toBe('SEARCH applications USING INDEX applications_open (updated_at>? AND updated_at<?)');
  expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
});

test('whom to forget', async () => {
  const [step, ...more] = await planOf(forgottenQuery(box.db.read, 1, 1));
  expect(step).toMatch(/^SEARCH applications USING (COVERING )?INDEX applications_open \(updated_at<\?\)$/);
  expect(more).toEqual([]);
});
