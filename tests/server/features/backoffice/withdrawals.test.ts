/** Withdrawals as staff see, assign and close them, one by one and several at once. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { keysOf } from '#domain/keys';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { api, href } from '#domain/urls';
import { completed, declaration, declare } from '#tests/server/features/withdrawals/declaration';
import { testNow } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { matthias, sentence } from '#tests/support/people';
import { kindsOf, rowsOf } from '#tests/support/stored';
import { deedsOf, setOffice, statusesOf } from './staff';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [withdrawals, outbox, applications]) await app.db.write((tx) => tx.delete(table));
});

/** Declares a withdrawal, by default of a contract of its own, and returns its id. */
async function withdraw(change: object = { contract: crypto.randomUUID() }): Promise<string> {
  app.clock.now += 1000;
  return (await (await declare(app, change)).json()).id;
}
const assign = (id: string, applicationId: string | null) =>
  office.lukas.ask('POST', href(api.assignWithdrawal, { id }), { applicationId });
const close = (id: string, outcome: string, more: object = {}, by = office.lukas) =>
  by.ask('POST', href(api.closeWithdrawal, { id }), { outcome, ...more });
const list = async (query = '') => (await office.lukas.ask('GET', api.staffWithdrawals + query)).body;
describe('the list of withdrawals', () => {
  test('has everything that was declared, its match and its outcome', async () => {
    const applicationId = await completed(app);
    const older = await withdraw({ contract: applicationId });
    const stranger = { name: 'Eve Fremd', email: 'eve@fremd.example' };
    const newer = await withdraw(stranger);
    await close(newer, 'unmatched', { note: 'Kein Antrag' });
    const [first, second] = ['2026-11-20T09:00:01.000Z', '2026-11-20T09:00:02.000Z'];
    expect((await list()).withdrawals).toEqual([
      {
        ...{ ...stranger, id: newer, receivedAt: second, contract: null, applicationId: null },
        ...{ match: 'none', assignedAt: null, outcome: 'unmatched', note: 'Kein Antrag', closedAt: second },
      },
      {
        ...{ ...declaration, id: older, receivedAt: first, contract: applicationId, applicationId },
        ...{ match: 'exact', assignedAt: null, outcome: null, note: null, closedAt: null },
      },
    ]);
  });

  test('can be limited to open or closed ones', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await withdraw());
    for (const id of ids.slice(0, 2)) await close(id, 'late');
    for (const [state, some] of [
      ['open', ids.slice(2)],
      ['closed', ids.slice(0, 2)],
    ] as const) {
      const rows = some.map((id) => ({ id }));
      expect(await list(`?state=${state}`)).toMatchObject({ withdrawals: rows, total: some.length, open: 3 });
    }
  });

  test('has those with each word in name, address or number, and by the beginning of its id', async () => {
    const id = await withdraw({ name: 'Jürgen Müller', email: 'eve@fremd.example', contract: 'SF-2026-X' });
    const other = await withdraw({ name: 'Eve Fremd', email: 'eve@müller.example' });
    await close(other, 'unmatched');
    const found = async (q: string) => {
      const { withdrawals, total, open } = await list(`?pageSize=1&q=${encodeURIComponent(q)}`);
      return [(withdrawals as { id: string }[]).map((one) => one.id), total, open];
    };
    for (const q of ['JUERGEN', 'sf-2026-x müller', 'fremd.ex', id.slice(0, 8)])
      expect([q, ...(await found(q))]).toEqual([q, [id], 1, 1]);
    expect(await found('müller eve')).toEqual([[other], 2, 1]);
    expect((await list('?state=open&q=eve')).total).toBe(1);
    for (const q of ['50%', '_', "' or 1 --", id.slice(0, 7)]) expect(await found(q)).toEqual([[], 0, 1]);
  });
});

describe('assigning', () => {
  test('sets and takes away the application, and leaves an audit row each time', async () => {
    const id = await withdraw({ name: 'Eve Fremd', email: 'eve@fremd.example' });
    const applicationId = await completed(app);
    const body = { id, applicationId, match: 'none', assignedAt: '2026-11-20T09:00:01.000Z' };
    expect(await assign(id, applicationId.toUpperCase())).toMatchObject({ status: 200, body });
    expect(await list()).toMatchObject({ withdrawals: [{ id, applicationId }], open: 1 });
    expect((await assign(id, null)).body.applicationId).toBeNull();
    expect(await deedsOf(app, id)).toEqual(Array(2).fill('lukas.weber withdrawal_assigned'));
  });

  test('refuses an application that is unknown or open', async () => {
    const id = await withdraw();
    const visitor = await filled(app, matthias);
    for (const [applicationId, status] of [
      [crypto.randomUUID(), 404],
      [visitor.id, 409],
    ] as const)
      expect(await assign(id, applicationId)).toMatchObject({ status, body: { message: sentence } });
    expect(await list()).toMatchObject({ withdrawals: [{ id, applicationId: null, assignedAt: null }] });
    expect(await deedsOf(app, id)).toEqual([]);
  });
});

describe('closing', () => {
  test.each(keysOf(withdrawalOutcomes))('with the outcome %s', async (outcome) => {
    const id = await withdraw();
    const closed = await close(id, outcome);
    const closedAt = new Date(app.clock.now).toISOString();
    expect(closed).toMatchObject({ status: 200, body: { id, outcome, note: null, closedAt } });
    expect((await list()).withdrawals).toEqual([closed.body]);
    expect(await deedsOf(app, id)).toEqual(['lukas.weber withdrawal_closed']);
  });

  test('is for good: nothing can be changed any more', async () => {
    const id = await withdraw();
    await close(id, 'late', { note: 'Nach 14 Tagen' });
    const before = await list();
    for (const answer of [await assign(id, null), await close(id, 'effective')])
      expect(answer).toMatchObject({ status: 409, body: { message: sentence } });
    expect(await list()).toEqual(before);
    expect(await deedsOf(app, id)).toHaveLength(1);
  });

  test('twice at once counts once', async () => {
    const id = await withdraw();
    expect(await statusesOf([close(id, 'late'), close(id, 'late', {}, office.antje)])).toEqual([200, 409]);
  });
});

describe('closing several', () => {
  test('closes the open ones, withdraws their cases, and says why others are left out', async () => {
    const cases = [await completed(app), await completed(app)];
    const ids: string[] = [];
    for (const contract of [...cases, 'K-1']) ids.push(await withdraw({ contract }));
    const [closed, left, unknown] = [await withdraw(), await withdraw(), crypto.randomUUID()];
    await close(closed, 'late');
    const all = [...ids, unknown, closed, ids[0]?.toUpperCase()];
    const body = { ids: all, outcome: 'effective', note: 'Alle' };
    const skipped = [
      { id: unknown, reason: 'Diesen Widerruf gibt es nicht.' },
      { id: closed, reason: 'Dieser Widerruf ist bereits abgeschlossen.' },
    ];
    const answer = await office.lukas.ask('POST', api.closeWithdrawals, body);
    expect(answer).toMatchObject({ status: 200, body: { closed: 3, skipped } });
    expect(await list('?state=open')).toMatchObject({ withdrawals: [{ id: left }], open: 1 });
    const rows = (await rowsOf(app, withdrawals)).filter(({ id }) => ids.includes(id));
    expect(rows).toMatchObject(Array(3).fill({ outcome: 'effective', note: 'Alle' }));
    for (const id of ids) expect(await deedsOf(app, id)).toEqual(['lukas.weber withdrawal_closed']);
    for (const id of cases) {
      expect(await deedsOf(app, id)).toEqual(['lukas.weber case_changed']);
      expect((await office.lukas.ask('GET', href(api.case, { id }))).body.status).toBe('withdrawn');
    }
  });
});

test('the details of an application say so while a withdrawal of it is open or effective', async () => {
  const [id, other] = [await completed(app), await completed(app, matthias)];
  const stands = async (of = id) =>
    (await office.lukas.ask('GET', href(api.details, { id: of }))).body.withdrawalStands;
  expect(await stands()).toBe(false);
  const first = await withdraw({ contract: id });
  expect([await stands(), await stands(other)]).toEqual([true, false]);
  await close(first, 'late');
  expect(await stands()).toBe(false);
  await close(await withdraw({ contract: id, name: 'J. Sommer' }), 'effective');
  expect(await stands()).toBe(true);
});

test('deleting an application leaves its withdrawals and their mails, except the one to its contact', async () => {
  const applicationId = await completed(app);
  const id = await withdraw({ contract: applicationId, email: 'stall@mail.example' });
  expect(await app.outbox.runOnce()).toBe(5);
  const path = href(api.staffApplication, { id: applicationId });
  expect((await office.lukas.ask('DELETE', path)).status).toBe(200);
  expect(await app.db.read.$count(applications, eq(applications.id, applicationId))).toBe(0);
  expect(await list()).toMatchObject({ withdrawals: [{ id, applicationId }] });
  expect(await kindsOf(app)).toEqual(['withdrawal_notification', 'withdrawal_receipt']);
  // it can still be closed
  expect((await close(id, 'effective')).status).toBe(200);
});
