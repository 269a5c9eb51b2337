/** The queries that every instance runs every few seconds use an index, however many applications there are. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { forgottenQuery } from '#db/applications/forgotten';
import { dueQuery } from '#db/mails/reminders';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';

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

// the first index leaves out applications without a contact and those that have had both reminders
test.each([
  ['first', null, 'applications_to_remind (first_reminder_at=? AND updated_at>? AND updated_at<?)'],
  ['second', 2, 'applications_to_remind (first_reminder_at>? AND first_reminder_at<?)'],
  ['second', null, 'applications_open (updated_at>? AND updated_at<?)'],
] as const)(
  'an index finds the applications that get the %s reminder (first sent before: %p)',
  async (type, afterFirst, index) => {
    const plan = await planOf(
      dueQuery(box.db.read, { type, untouchedSince: 3, touchedSince: 1, afterFirst }, 1),
    );
    expect(plan[0]).toBe(`SEARCH applications USING INDEX ${index}`);
    expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  },
);

test('an index finds the applications whose retention period has ended', async () => {
  const [step, ...more] = await planOf(forgottenQuery(box.db.read, 1, 1));
  expect(step).toMatch(/^SEARCH applications USING (COVERING )?INDEX applications_open \(updated_at<\?\)$/);
  expect(more).toEqual([]);
});
