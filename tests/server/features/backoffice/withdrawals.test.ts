/** Withdrawals as staff see, assign and close them. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { withdrawals } from '#db/schema/law';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { completed, declaration, declare } from '#tests/server/features/withdrawals/declaration';
import type { TestApp } from '#tests/support/app';
import { createVisitor, johanna, matthias, sentence } from '#tests/support/people';
import { countStatements, openOffice, setOffice } from './staff';

const assign = (id: string) => href(api.assignWithdrawal, { id });
const close = (id: string) => href(api.closeWithdrawal, { id });
const audit = ({ db }: TestApp) => db.read.select().from(auditLog);

/** Declares a withdrawal, by default of a contract of its own, and returns its id. */
async function withdraw(app: TestApp, change: object = { contract: crypto.randomUUID() }): Promise<string> {
  app.clock.now += 1000;
  return ((await (await declare(app, change)).json()) as { id: string }).id;
}

const shared = setOffice();

async function open(given?: typeof shared) {
  const office = given ?? (await openOffice());
  const { app, lukas } = office;
  const list = async (query = '') => (await lukas.ask('GET', `${api.staffWithdrawals}${query}`)).body;
  const stands = async (id: string) =>
    (await lukas.ask('GET', href(api.details, { id }))).body.withdrawalStands;
  const row = async (id: string) => {
    const { withdrawals: rows } = await list('?pageSize=100');
    return (rows as { id: string }[]).find((one) => one.id === id);
  };
  return { ...office, list, row, stands, app };
}

describe('the list of withdrawals', () => {
  test('is empty at first', async () => {
    const { list } = await open();
    expect(await list()).toEqual({ withdrawals: [], total: 0, totalPages: 0, open: 0 });
  });

  test('has everything that was declared, its match and its outcome, newest first', async () => {
    const { app, list, lukas } = await open();
    const applicationId = await completed(app);
    const older = await withdraw(app, { contract: applicationId });
    const newer = await withdraw(app, { name: 'Eve Fremd', email: 'eve@fremd.example' });
    await lukas.ask('POST', close(newer), { outcome: 'unmatched', note: 'Kein Antrag' });
    expect(await list()).toEqual({
      withdrawals: [
        {
          id: newer,
          receivedAt: '2026-11-20T09:00:02.000Z',
          name: 'Eve Fremd',
          email: 'eve@fremd.example',
          contract: null,
          applicationId: null,
          match: 'none',
          assignedAt: null,
          outcome: 'unmatched',
          note: 'Kein Antrag',
          closedAt: '2026-11-20T09:00:02.000Z',
        },
        {
          ...declaration,
          id: older,
          receivedAt: '2026-11-20T09:00:01.000Z',
          contract: applicationId,
          applicationId,
          match: 'exact',
          assignedAt: null,
          outcome: null,
          note: null,
          closedAt: null,
        },
      ],
      total: 2,
      totalPages: 1,
      open: 1,
    });
  });

  test('has pages, and can be limited to open or closed ones', async () => {
    const { app, list, lukas } = await open();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await withdraw(app, { contract: `K-${index}` }));
    for (const id of ids.slice(0, 2)) await lukas.ask('POST', close(id), { outcome: 'late' });
    const read = async (query: string) => {
      const { withdrawals: rows, total, totalPages, open: count } = await list(query);
      return { ids: (rows as { id: string }[]).map(({ id }) => id), total, totalPages, open: count };
    };
    const all = { total: 5, totalPages: 1, open: 3 };
    expect(await read('?pageSize=2&page=2')).toEqual({ ...all, ids: ids.slice(2, 4), totalPages: 3 });
    expect(await read('?page=9')).toEqual({ ...all, ids: [] });
    expect(await read('?state=open')).toEqual({ ...all, ids: ids.slice(2), total: 3 });
    expect(await read('?state=closed')).toEqual({ ...all, ids: ids.slice(0, 2), total: 2 });
  });

  test.each(['state=all', 'state='])('refuses %s', async (query) => {
    const { lukas } = shared;
    const { status, body } = await lukas.ask('GET', `${api.staffWithdrawals}?${query}`);
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: sentence, errors: [{ path: query.split('=')[0], message: sentence }] },
    });
  });

  test('takes two statements besides the one for the user', async () => {
    const { app, list } = await open();
    for (let index = 0; index < 5; index += 1) await withdraw(app, { contract: `K-${index}` });
    expect(await countStatements(() => list())).toBe(3);
  });
});

describe('assigning', () => {
  test('sets and takes away the application, and leaves an audit row each time', async () => {
    const { app, lukas, list } = await open();
    const id = await withdraw(app, { name: 'Eve Fremd', email: 'eve@fremd.example' });
    const applicationId = await completed(app);
    const assigned = await lukas.ask('POST', assign(id), { applicationId: applicationId.toUpperCase() });
    expect(assigned).toMatchObject({
      status: 200,
      body: { id, applicationId, match: 'none', assignedAt: '2026-11-20T09:00:01.000Z' },
    });
    expect(await list()).toMatchObject({ withdrawals: [{ id, applicationId }], open: 1 });
    expect((await lukas.ask('POST', assign(id), { applicationId: null })).body.applicationId).toBeNull();
    const rows = (await audit(app)).map(({ action, subjectId, username }) => ({
      action,
      subjectId,
      username,
    }));
    const row = { action: 'withdrawal_assigned', subjectId: id, username: 'lukas.weber' };
    expect(rows).toEqual([row, row]);
  });

  test.each([
    ['unknown', 404, async () => crypto.randomUUID()],
    [
      'open',
      409,
      async (app: TestApp) => {
        const visitor = createVisitor(app);
        await visitor.fill(matthias);
        return visitor.id;
      },
    ],
    ['no UUID', 422, async () => '5b0c6d8e'],
    ['missing', 422, async () => undefined],
  ] as const)('refuses an application that is %s: %i', async (_, status, applicationOf) => {
    const { app, lukas, row } = await open(shared);
    const id = await withdraw(app);
    const refused = await lukas.ask('POST', assign(id), { applicationId: await applicationOf(app) });
    expect(refused).toMatchObject({ status, body: { message: sentence } });
    expect(await row(id)).toMatchObject({ id, applicationId: null, assignedAt: null });
    expect((await audit(app)).filter(({ subjectId }) => subjectId === id)).toEqual([]);
  });

  test('refuses an unknown withdrawal', async () => {
    const { lukas } = shared;
    const id = crypto.randomUUID();
    expect((await lukas.ask('POST', assign(id), { applicationId: null })).status).toBe(404);
    expect((await lukas.ask('POST', assign('1'), { applicationId: null })).status).toBe(422);
  });
});

describe('closing', () => {
  test.each(['effective', 'late', 'unmatched', 'duplicate'])('with the outcome %s', async (outcome) => {
    const { app, lukas, row } = await open(shared);
    const id = await withdraw(app);
    const closed = await lukas.ask('POST', close(id), { outcome });
    expect(closed).toMatchObject({
      status: 200,
      body: { id, outcome, note: null, closedAt: new Date(app.clock.now).toISOString() },
    });
    expect<unknown>(await row(id)).toEqual(closed.body);
    expect((await audit(app)).filter(({ subjectId }) => subjectId === id)).toMatchObject([
      { action: 'withdrawal_closed' },
    ]);
  });

  test.each([
    ['no outcome', {}],
    ['another outcome', { outcome: 'maybe' }],
    ['a note of 501 letters', { outcome: 'late', note: 'x'.repeat(501) }],
  ])('is refused with %s', async (_, body) => {
    const { app, lukas, row } = await open(shared);
    const id = await withdraw(app);
    expect((await lukas.ask('POST', close(id), body)).status).toBe(422);
    expect(await row(id)).toMatchObject({ outcome: null, closedAt: null });
  });

  test('is for good: nothing can be changed any more', async () => {
    const { app, lukas, list } = await open();
    const id = await withdraw(app);
    await lukas.ask('POST', close(id), { outcome: 'late', note: 'Nach 14 Tagen' });
    const before = await list();
    for (const [path, body] of [
      [assign(id), { applicationId: null }],
      [assign(id), { applicationId: crypto.randomUUID() }],
      [close(id), { outcome: 'effective' }],
    ] as const) {
      expect(await lukas.ask('POST', path, body)).toMatchObject({ status: 409, body: { message: sentence } });
    }
    expect(await list()).toEqual(before);
    expect(await audit(app)).toHaveLength(1);
  });

  test('twice at once counts once', async () => {
    const { app, antje, lukas } = await open(shared);
    const id = await withdraw(app);
    const answers = await Promise.all(
      [antje, lukas].map((one) => one.ask('POST', close(id), { outcome: 'late' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await lukas.ask('POST', close(crypto.randomUUID()), { outcome: 'late' })).status).toBe(404);
  });
});

describe('the details of an application', () => {
  test('say so while a withdrawal of it is open or effective', async () => {
    const { app, lukas, stands } = await open(shared);
    const applicationId = await completed(app);
    expect(await stands(applicationId)).toBe(false);
    const first = await withdraw(app, { contract: applicationId });
    expect(await stands(applicationId)).toBe(true);
    await lukas.ask('POST', close(first), { outcome: 'late' });
    expect(await stands(applicationId)).toBe(false);
    const second = await withdraw(app, { contract: applicationId, name: 'J. Sommer' });
    await lukas.ask('POST', close(second), { outcome: 'effective' });
    expect(await stands(applicationId)).toBe(true);
  });

  test('of another application do not', async () => {
    const { app, stands } = await open(shared);
    const [applicationId, other] = [await completed(app, johanna), await completed(app, matthias)];
    await withdraw(app, { contract: applicationId });
    expect([await stands(applicationId), await stands(other)]).toEqual([true, false]);
  });
});

test('deleting an application leaves its withdrawals and their mails, except the one to its contact', async () => {
  const { app, lukas, list } = await open();
  const applicationId = await completed(app);
  const id = await withdraw(app, { contract: applicationId, email: 'stall@mail.example' });
  expect(await app.outbox.runOnce()).toBe(5);
  expect((await lukas.ask('DELETE', href(api.staffApplication, { id: applicationId }))).status).toBe(200);
  expect(await app.db.read.select().from(applications).where(eq(applications.id, applicationId))).toEqual([]);
  expect(await app.db.read.select().from(withdrawals)).toMatchObject([{ id, applicationId }]);
  expect(await list()).toMatchObject({ withdrawals: [{ id, applicationId }] });
  const { logs } = (await lukas.ask('GET', api.emailLogs)).body as { logs: { emailType: string }[] };
  expect(logs.map(({ emailType }) => emailType).sort()).toEqual([
    'withdrawal_notification',
    'withdrawal_receipt',
  ]);
  // it can still be closed
  expect((await lukas.ask('POST', close(id), { outcome: 'effective' })).status).toBe(200);
});
