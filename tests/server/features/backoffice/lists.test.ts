/** Every list of staff: its order, its pages, what it refuses, and that more rows take no more statements. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { api, backofficeApi } from '#domain/urls';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { completed, declare } from '#tests/server/features/withdrawals/declaration';
import { addOffer } from '#tests/support/beginnings';
import { createVisitor, johanna, sentence } from '#tests/support/people';
import { deskOf as returnsOf } from './insurer/desk';
import { deskOf as handoversOf } from './insurer/handovers/desk';
import { prepare } from './preparations/call';
import { countStatements, hire, setOffice } from './staff';

type Office = ReturnType<typeof setOffice>;
type List = {
  path: string;
  /** Adds something at the time of the clock, and returns the id of its row. */
  add: (office: Office) => Promise<unknown>;
  id?: string;
  isOldestFirst?: true;
  /** At most, without that for the user. */
  statements: number;
};

const bare: List[] = [
  {
    path: api.staffApplications,
    add: async ({ app }) => {
      const visitor = createVisitor(app);
      await visitor.save('horse-data', johanna['horse-data']);
      return visitor.id;
    },
    statements: 1,
  },
  {
    path: api.staffCallbacks,
    add: async ({ app }) => (await (await sendJson(app)).json()).id,
    statements: 1,
  },
  {
    path: api.users,
    add: async ({ app }) => (await hire(app, crypto.randomUUID(), 'admin')).user.id,
    statements: 1,
  },
];
const paged: List[] = [
  // six of them check the chain, unless it was just checked
  { path: api.auditLog, add: addAction, id: 'subjectId', statements: 8 },
  {
    path: api.cases,
    add: ({ app }) => completed(app),
    id: 'applicationId',
    isOldestFirst: true,
    statements: 2,
  },
  { path: api.emailLogs, add: addMail, statements: 2 },
  {
    path: api.handovers,
    add: async (office) => (await handoversOf(office).made([crypto.randomUUID()])).id,
    statements: 2,
  },
  { path: api.preparations, add: async ({ lukas }) => (await prepare(lukas)).id, statements: 2 },
  {
    path: api.returns,
    add: async (office) => (await returnsOf(office).upload(`Antrag\n${crypto.randomUUID()}`)).body.id,
    statements: 2,
  },
  { path: api.staffOffers, add: async ({ app }) => (await addOffer(app)).id, statements: 3 },
  {
    path: api.staffWithdrawals,
    add: async ({ app }) => (await (await declare(app, { contract: crypto.randomUUID() })).json()).id,
    statements: 2,
  },
];

async function addAction({ app: { db, clock }, antje: { user } }: Office) {
  const subjectId = crypto.randomUUID();
  const row = { at: clock.now, userId: user.id, username: user.username, action: 'user_created', subjectId };
  await db.write((tx) => tx.insert(auditLog).values(row));
  return subjectId;
}

async function addMail({ app: { db, clock } }: Office) {
  const id = crypto.randomUUID();
  const times = { createdAt: clock.now, attemptedAt: clock.now, nextAttemptAt: clock.now };
  const mail = { id, emailType: 'offer', recipientEmail: 'a@mail.example', status: 'sent' } as const;
  await db.write((tx) => tx.insert(outbox).values({ ...mail, ...times }));
  return id;
}

async function read({ antje }: Office, { path, id = 'id' }: List, query: Record<string, string> = {}) {
  const response = await antje.ask('GET', `${path}?${new URLSearchParams(query)}`);
  expect([path, response.status]).toEqual([path, 200]);
  const rows = [response.body, ...Object.values(response.body)].find(Array.isArray);
  return { ...response.body, ids: rows?.map((row) => row[id]) } as Record<string, unknown> & {
    ids: unknown[];
  };
}

describe.each([...bare, ...paged])('$path', (list) => {
  const office = setOffice();
  const ids: unknown[] = [];
  const isPaged = paged.includes(list);
  const inOrder = () => (list.isOldestFirst ? ids : ids.toReversed());

  test('is empty at first', async () => {
    const { ids: rows, ...extent } = await read(office, list);
    // those who look at it are users themselves
    expect(rows.length).toBe(list.path === api.users ? 2 : 0);
    if (isPaged) expect(extent).toMatchObject({ total: 0, totalPages: 0 });
  });

  test('has its rows in order, those of one moment in the order in which they were stored', async () => {
    for (const passed of [1_000, 1_000, 1_000, 1_000, 0]) {
      office.app.clock.now += passed;
      ids.push(await list.add(office));
    }
    const { ids: rows, ...extent } = await read(office, list);
    expect(rows.slice(0, 5)).toEqual(inOrder());
    if (isPaged) expect(extent).toMatchObject({ total: 5, totalPages: 1 });
  });

  const testPaged = isPaged ? test : () => {};
  testPaged('has pages of the requested size, and an empty one beyond the last', async () => {
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => read(office, list, { page, pageSize: '2' })),
    );
    expect(pages.map(({ ids: rows }) => rows)).toEqual([
      ...[0, 2, 4].map((at) => inOrder().slice(at, at + 2)),
      [],
    ]);
    for (const page of pages) expect(page).toMatchObject({ total: 5, totalPages: 3 });
    expect(await read(office, list, { page: '1000000000', pageSize: '100' })).toMatchObject({ ids: [] });
  });

  test('takes few statements, for each number of rows', async () => {
    expect(await countStatements(() => read(office, list))).toBeLessThanOrEqual(1 + list.statements);
  });
});

describe('the lists', () => {
  const office = setOffice();
  const has: Record<'pages' | 'rows', string[]> = { pages: [], rows: [] };
  beforeAll(async () => {
    const calls = office.app.app.routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
    for (const { path } of calls.filter((call) => call.path.startsWith(backofficeApi))) {
      const { body } = await office.antje.ask('GET', path);
      if ('totalPages' in body) has.pages.push(path);
      else if (Array.isArray(body)) has.rows.push(path);
    }
  });
  const refused = async (path: string, name: string, value: string) => {
    const { status, body } = await office.antje.ask(
      'GET',
      `${path}?${new URLSearchParams({ [name]: value })}`,
    );
    const errors = [{ path: name, message: sentence }];
    const seen = { path, value, status, body };
    expect(seen).toEqual({ path, value, status: 422, body: { message: sentence, errors } });
  };

  test('above are all that there are, except three of which nobody adds rows', () => {
    expect(has.pages.toSorted()).toEqual(paged.map(({ path }) => path).toSorted());
    const fixed = [api.staff, api.tariffVersions, api.retention];
    expect(has.rows.toSorted()).toEqual([...bare.map(({ path }) => path), ...fixed].toSorted());
  });

  test.each<[name: string, ...values: string[]]>([
    ['page', '0', '-1', '1.5', 'x', '', '1e3', '99999999999', '99999999999999999999'],
    ['pageSize', '0', '101', 'all'],
  ])('with pages refuse what %s cannot be', async (name, ...values) => {
    for (const path of has.pages) for (const value of values) await refused(path, name, value);
  });

  test.each<[path: string, name: string, ...values: string[]]>([
    [api.cases, 'view', 'mein', ''],
    [api.cases, 'q', 'x'.repeat(255)],
    [api.staffOffers, 'q', 'x'.repeat(255)],
    [api.staffOffers, 'source', 'x'.repeat(101), 'a\0b', 'a\nb'],
    [api.staffCallbacks, 'source', 'x'.repeat(101), 'a\0b', 'a\nb'],
    [api.preparations, 'state', 'late', ''],
    [api.staffWithdrawals, 'state', 'all', ''],
    [api.emailLogs, 'sortField', 'text', ''],
    [api.emailLogs, 'sortDirection', 'up', ''],
    [api.emailLogs, 'type', 'spam', ''],
    [api.emailLogs, 'status', 'lost', ''],
  ])('%s refuses what %s cannot be', async (path, name, ...values) => {
    for (const value of values) await refused(path, name, value);
  });

  test('take no notice of what they do not know', async () => {
    for (const path of [...has.pages, ...has.rows])
      expect([path, (await office.antje.ask('GET', `${path}?nobody=knows&x[]=1`)).status]).toEqual([
        path,
        200,
      ]);
  });
});
