/** How the lists of cases are read. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { numbersOn } from '#db/cases/list';
import type { Database } from '#db/client';
import { caseViews } from '#domain/cases/staff';
import { openTables } from '#tests/db/support/migrated';
import { scratch } from '#tests/db/support/processes';
import { planOf } from '#tests/db/support/query-plan';

const here = scratch();
const viewer = { userId: 'u', today: '2026-11-20' };
let db: Database;
beforeAll(async () => {
  db = await openTables(`file:${here.path('app.db')}`);
});
afterAll(async () => {
  await db.close();
  await here.remove();
});

test.each(caseViews)('%s is read in its order, without sorting', async (view) => {
  const plan = await planOf(db.read, numbersOn({ ...viewer, view, limit: 50, offset: 100 }));
  expect(plan.join()).toContain('INDEX cases_');
  expect(plan.join()).not.toContain('TEMP B-TREE');
});

test.each(caseViews)('%s of one person reads their cases alone', async (view) => {
  for (const assignee of ['u', null]) {
    const plan = await planOf(db.read, numbersOn({ ...viewer, view, assignee, limit: 50, offset: 100 }));
    expect(plan.join()).toContain('(assignee_id=?');
  }
});
