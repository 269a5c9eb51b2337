/** Closing several withdrawals at once. */
import { describe, expect, test } from 'bun:test';
import { inArray } from 'drizzle-orm';
import { withdrawals } from '#db/schema/law';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { completed, declare } from '#tests/server/features/withdrawals/declaration';
import type { TestApp } from '#tests/support/app';
import { countStatements, openOffice, setOffice } from './staff';

const audit = ({ db }: TestApp) => db.read.select().from(auditLog);

/** Declares a withdrawal and returns its id. */
async function withdraw(app: TestApp, change: object): Promise<string> {
  app.clock.now += 1000;
  return ((await (await declare(app, change)).json()) as { id: string }).id;
}

describe('closing several', () => {
  test('closes the open ones, withdraws their cases, and says why others are left out', async () => {
    const { app, lukas } = await openOffice();
    const cases = [await completed(app), await completed(app)];
    const ids: string[] = [];
    for (const contract of [...cases, 'K-1']) ids.push(await withdraw(app, { contract }));
    const closed = await withdraw(app, { contract: 'K-2' });
    const left = await withdraw(app, { contract: 'K-3' });
    await lukas.ask('POST', href(api.closeWithdrawal, { id: closed }), { outcome: 'late' });
    const unknown = crypto.randomUUID();
    const body = {
      ids: [...ids, unknown, closed, ids[0]?.toUpperCase()],
      outcome: 'effective',
      note: 'Alle',
    };
    expect(await lukas.ask('POST', api.closeWithdrawals, body)).toMatchObject({
      status: 200,
      body: {
        closed: 3,
        skipped: [
          { id: unknown, reason: 'Diesen Widerruf gibt es nicht.' },
          { id: closed, reason: 'Dieser Widerruf ist bereits abgeschlossen.' },
        ],
      },
    });
    expect((await lukas.ask('GET', `${api.staffWithdrawals}?state=open`)).body).toMatchObject({
      withdrawals: [{ id: left }],
      open: 1,
    });
    const rows = await app.db.read.select().from(withdrawals).where(inArray(withdrawals.id, ids));
    expect(rows.map(({ outcome, note }) => [outcome, note])).toEqual(Array(3).fill(['effective', 'Alle']));
    const subjects = (await audit(app)).map(({ action, subjectId }) => `${action} ${subjectId}`);
    expect(subjects.toSorted()).toEqual(
      [
        ...cases.map((id) => `case_changed ${id}`),
        ...[closed, ...ids].map((id) => `withdrawal_closed ${id}`),
      ].toSorted(),
    );
    for (const id of cases)
      expect((await lukas.ask('GET', href(api.case, { id }))).body.status).toBe('withdrawn');
  });

  const office = setOffice();
  test.each([
    ['no id', { ids: [], outcome: 'late' }],
    ['201 ids', { ids: Array.from({ length: 201 }, () => crypto.randomUUID()), outcome: 'late' }],
    ['what is no id', { ids: ['1'], outcome: 'late' }],
    ['no outcome', { ids: [crypto.randomUUID()] }],
    ['another outcome', { ids: [crypto.randomUUID()], outcome: 'maybe' }],
  ])('is refused with %s', async (_, body) => {
    const { app, lukas } = office;
    expect((await lukas.ask('POST', api.closeWithdrawals, body)).status).toBe(422);
    expect(await audit(app)).toEqual([]);
  });

  test('of 200 takes a handful of statements', async () => {
    const { app, lukas } = await openOffice();
    const first = await withdraw(app, { contract: 'K-1' });
    const [row] = await app.db.read.select().from(withdrawals);
    const more = Array.from({ length: 199 }, () => ({
      ...row,
      id: crypto.randomUUID(),
      tokenHash: crypto.randomUUID(),
    }));
    await app.db.write((tx) => tx.insert(withdrawals).values(more as (typeof withdrawals.$inferInsert)[]));
    const ids = [first, ...more.map(({ id }) => id)];
    const count = await countStatements(() =>
      lukas.ask('POST', api.closeWithdrawals, { ids, outcome: 'unmatched' }),
    );
    expect(count).toBeLessThan(12);
  });
});
