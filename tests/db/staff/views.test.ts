import { expect, test } from 'bun:test';
import { listApplications } from '#db/applications/list';
import { createFieldCipher } from '#db/bank-data/cipher';
import { listCallbacks } from '#db/callbacks';
import type { Database } from '#db/client';
import { readDashboard } from '#db/dashboard';
import { deleteRows } from '#db/erasers';
import { readEmailLogs } from '#db/mails/log';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { contactData, horseData } from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { listUsers } from '#db/staff/users';
import { seedDemo } from '#server/commands/demo';
import { record } from '#server/deed';
import { setScratch } from '#tests/db/support/processes';

const here = setScratch();

const now = Date.parse('2026-11-20T09:00:00Z');
const antje = { id: crypto.randomUUID(), username: 'antje.brandt' };
const log = { page: 2, pageSize: 10, sortField: 'recipientEmail', sortDirection: 'asc' } as const;

/** Everything that staff can see, before and after a deletion. */
async function look(db: Database) {
  await migrateDatabase(db, 'db/migrations');
  const cipher = createFieldCipher(Buffer.alloc(32, 7).toString('base64'));
  await seedDemo(db, { cipher, now });
  const before = (await Array.fromAsync(listApplications(db))).flat();
  const ids = before.slice(0, 5).map(({ id }) => id);
  const deletion = await db.write(async (tx) => {
    await record(tx, cipher, { by: antje, action: 'application_deleted', subjects: ids, at: now });
    return await deleteRows(tx, [...ids, crypto.randomUUID()]);
  });
  const seen = {
    before,
    deleted: deletion.ids.toSorted(),
    after: (await Array.fromAsync(listApplications(db))).flat(),
    dashboard: await readDashboard(db, ['2026-11-19', '2026-11-20'], [now - 86_400_000, now]),
    callbacks: await listCallbacks(db),
    logs: await readEmailLogs(db, { ...log, type: null, status: null }),
    reminders: await readEmailLogs(db, { ...log, page: 1, type: 'reminder_first', status: null }),
    users: await listUsers(db.read),
    audit: await db.read.select().from(auditLog),
  };
  for (const table of [horseData, contactData]) {
    const rows = await db.read.select({ id: table.applicationId }).from(table);
    expect(rows.filter(({ id }) => ids.includes(id))).toEqual([]);
  }
  await db.close();
  return seen;
}

test('staff see the same on a database server as on a local file', async () => {
  const { url } = await here.startSqld();
  const local = await look(await openDatabase({ url: `file:${here.path('app.db')}` }));
  const remote = await look(await openDatabase({ url }));
  expect(remote).toEqual(local);
  expect(local.after).toEqual(local.before.slice(5));
  expect(local.audit).toHaveLength(5);
  expect(local.logs.logs).toHaveLength(10);
  expect(local.dashboard.stats.totalApplications).toBe(33);
});
