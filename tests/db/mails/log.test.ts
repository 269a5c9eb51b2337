import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { extentQuery, pageQuery, readEmailLogs } from '#db/mails/log';
import { outbox } from '#db/schema/mails';
import { sortDirections } from '#domain/lists';
import { emailTypes } from '#domain/mails/kinds';
import { emailLogSortFields } from '#domain/mails/log';
import { openTables } from '#tests/db/support/migrated';
import { scratch } from '#tests/db/support/processes';
import { planOf } from '#tests/db/support/query-plan';

const here = scratch();
/** Number of mails in the log; two more wait for their first attempt. */
const tried = 43;
const mail = (n: number) => ({
  id: String(n),
  emailType: emailTypes[n % 3] ?? 'completion',
  recipientEmail: `reiter${n % 5}@example.org`,
  subject: `Betreff ${n % 4}`,
  status: n % 7 === 0 ? ('failed' as const) : n % 7 === 1 ? ('bounced' as const) : ('sent' as const),
  createdAt: n,
  nextAttemptAt: n,
  attemptedAt: n < tried ? 1000 + (n % 11) : null,
});
let db: Database;
beforeAll(async () => {
  db = await openTables(`file:${here.path('app.db')}`);
  await db.write((tx) => tx.insert(outbox).values([...Array(tried + 2).keys()].map(mail)));
});
afterAll(async () => {
  await db.close();
  await here.remove();
});

const views = emailLogSortFields.flatMap((sortField) =>
  sortDirections.flatMap((sortDirection) =>
    [null, 'reminder_first' as const].flatMap((type) =>
      [null, 'sent' as const, 'bounced' as const].map((status) => ({
        sortField,
        sortDirection,
        type,
        status,
      })),
    ),
  ),
);
const isRare = ({ status }: (typeof views)[number]) => status === 'bounced';

// only these plans reach a page far back in a million mails within milliseconds
describe.each(views)('the mail log by $sortField $sortDirection, type $type, status $status', (view) => {
  const query = { ...view, pageSize: 10 };
  const rowids = async (page: number, total?: number) =>
    (await pageQuery(db, { ...query, page }, total)).map(({ rowid }) => rowid);

  test.each([
    ['near its beginning', 3, undefined],
    ['near its end', 90, 1000],
  ])('is read %s from one index, without sorting and without the table', async (_, page, total) => {
    const plan = await planOf(db.read, pageQuery(db, { ...query, page }, total));
    const [way, ...sorting] = plan;
    expect(way).toMatch(/^(SEARCH|SCAN) outbox USING (COVERING )?INDEX outbox_log/);
    if (view.status === null) expect(way).toContain('COVERING');
    // few mails come back: an index finds these, and they are sorted
    if (!isRare(view)) expect(sorting).toEqual([]);
    else expect(way).toMatch(/SEARCH .*status=\?/);
  });

  test('has the same mails on a page that is counted from either end, and as many in all as its total', async () => {
    const [extent] = await extentQuery(db, { ...query, page: 1 });
    const total = extent?.total ?? 0;
    const found: unknown[] = [];
    for (let page = 1; page <= Math.ceil(total / 10) + 1; page += 1) {
      const forwards = await rowids(page);
      const nearer = await rowids(page, total);
      expect(nearer.toSorted()).toEqual(forwards.toSorted());
      found.push(...forwards);
    }
    expect(found).toHaveLength(total);
    expect(total).toBe(
      [...Array(tried).keys()]
        .map(mail)
        .filter(
          ({ emailType, status }) =>
            (!view.type || emailType === view.type) && (!view.status || status === view.status),
        ).length,
    );
  });
});

test('all mails are counted with an index, without reading each mail', async () => {
  const plan = await planOf(db.read, extentQuery(db, { ...everything, page: 1 }));
  // without a condition SQLite counts an index page by page
  expect(plan.filter((line) => /^SCAN outbox USING COVERING INDEX/.test(line))).toHaveLength(1);
  expect(
    plan.filter((line) => /^SEARCH outbox USING COVERING INDEX outbox_log \(attempted_at=/.test(line)),
  ).toHaveLength(1);
  // to know whether any mail failed, one failed mail is enough
  expect(plan).toContain('SEARCH outbox USING INDEX outbox_log_status (status=? AND attempted_at>?)');
});

test('a page far behind the end is empty, and its totals are still correct', async () => {
  const page = await readEmailLogs(db, { ...everything, page: 1_000_000 });
  expect(page).toEqual({ logs: [], total: tried, totalPages: 5, resendable: true });
});

const everything = {
  sortField: 'sentAt',
  sortDirection: 'desc',
  type: null,
  status: null,
  pageSize: 10,
} as const;
