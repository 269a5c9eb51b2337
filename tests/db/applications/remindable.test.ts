/** The queries that every instance runs every few seconds use an index, however many applications there are. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { dueQuery, endingQuery } from '#db/mails/reminders';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { planOf } from '#tests/db/support/query-plan';

let box: Fixture;
beforeEach(async () => {
  box = await openOutbox();
});
afterEach(() => box.remove());

// the first index leaves out applications without a contact and those that have had both reminders
test.each([
  ['first', null, 'applications_to_remind (first_reminder_at=? AND updated_at>? AND updated_at<?)'],
  ['second', 2, 'applications_to_remind (first_reminder_at>? AND first_reminder_at<?)'],
  ['second', null, 'applications_open (updated_at>? AND updated_at<?)'],
] as const)(
  'an index finds the applications that get the %s reminder (first sent before: %p)',
  async (type, afterFirst, index) => {
    const plan = await planOf(
      box.db.read,
      dueQuery(box.db.read, { type, untouchedSince: 3, touchedSince: 1, afterFirst }, 1),
    );
    expect(plan[0]).toBe(`SEARCH applications USING INDEX ${index}`);
    expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  },
);

test('an index finds the offers that end soon', async () => {
  const [step] = await planOf(box.db.read, endingQuery(box.db.read, { now: 1, endBefore: 2 }, 1));
  expect(step).toBe('SEARCH offers USING INDEX offers_expires (expires_at>? AND expires_at<?)');
});
