import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../../db/client';
import { pageQuery } from '../../db/email-logs';
import { migrateDatabase } from '../../db/migrate';
import { emailLogSortFields, sortDirections } from '../../domain/backoffice';
import { scratch } from './processes';

const here = scratch();
let db: Database;
beforeAll(async () => {
  db = await openDatabase({ url: `file:${here.path('app.db')}` });
  await migrateDatabase(db, 'db/migrations');
});
afterAll(async () => {
  await db.close();
  await here.remove();
});

const views = emailLogSortFields.flatMap((sortField) =>
  sortDirections.flatMap((sortDirection) =>
    [null, 'reminder_first' as const].map((type) => ({ sortField, sortDirection, type })),
  ),
);

// a million mails are skipped through in milliseconds only as long as this is so
describe.each(views)('the mail log by $sortField $sortDirection, of type $type', (view) => {
  test('is read in the order of one index, without sorting and without the table', async () => {
    const { sql: text, params } = pageQuery(db, { ...view, page: 3, pageSize: 20 }).toSQL();
    const values = [...params];
    const bound = text.replaceAll('?', () => {
      const value = values.shift();
      return typeof value === 'number' ? String(value) : `'${value}'`;
    });
    const plan = await db.read.all<{ detail: string }>(sql.raw(`explain query plan ${bound}`));
    expect(plan).toHaveLength(1);
    expect(plan[0]?.detail).toMatch(/^(SEARCH|SCAN) outbox USING COVERING INDEX outbox_log/);
  });
});
