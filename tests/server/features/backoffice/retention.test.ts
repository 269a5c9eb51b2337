/** `GET /api/backoffice/retention`: what is stored, and what is deleted next. */
import { describe, expect, test } from 'bun:test';
import { periodText, type RetentionKind, type RetentionRow, retentionKinds } from '#domain/retention/periods';
import { api } from '#domain/urls';
import { abandon } from '#tests/support/abandoned';
import { completed } from '#tests/support/applications';
import { proofsOf } from '#tests/support/stored';
import { openOffice } from './staff';

const day = 24 * 3_600_000;
const wish = { name: 'Mira', phone: '030 5', email: 'mira@post.example', dataProcessingConsent: true };

async function planOf({ antje }: Awaited<ReturnType<typeof openOffice>>) {
  const rows = await antje.list<RetentionRow>(api.retention);
  return Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row])) as Record<
    RetentionKind,
    Omit<RetentionRow, 'kind'>
  >;
}

describe('the Löschplan', () => {
  test('of an empty database names every kind with its period', async () => {
    const office = await openOffice({ env: { RETENTION_DAYS: '30', RETENTION_COMPLETED_YEARS: '0' } });
    const none = { total: 0, dueIn30Days: 0, nextOn: null };
    const of = (kind: RetentionKind) => ({ period: periodText(kind, office.app.config.retention), ...none });
    const rows = retentionKinds.map((kind) => [kind, of(kind)]);
    expect([of('open_applications').period, of('completed_applications').period]).toEqual([
      '30 Tage',
      'unbegrenzt',
    ]);
    expect(await planOf(office)).toEqual(Object.fromEntries(rows));
  });

  test('counts what is stored and what is due in 30 days, and names the next day', async () => {
    const office = await openOffice();
    const { app } = office;
    const { now } = app.clock;
    await abandon(app.db, 2, now - 60 * day - 1);
    await abandon(app.db, 3, now - 10 * day);
    await completed(app);
    await app.ask('POST', api.callbackRequests, { body: wish });
    await app.outbox.runOnce();
    const plan = await planOf(office);
    expect(plan.open_applications).toMatchObject({ total: 5, dueIn30Days: 2, nextOn: '2026-12-20' });
    expect(plan.completed_applications).toMatchObject({ total: 1, dueIn30Days: 0, nextOn: '2037-01-01' });
    expect(plan.callbacks).toMatchObject({ total: 1, dueIn30Days: 0, nextOn: '2027-05-19' });
    expect(plan.mails).toMatchObject({ dueIn30Days: 0, nextOn: '2027-11-20' });
    expect(plan.evidence.total).toBe((await proofsOf(app)).length);
    expect(plan.evidence.nextOn).toBe('2031-11-20');
    app.clock.now += 31 * day;
    await app.ask('POST', api.withdrawals, { body: { name: 'Mira', email: wish.email } });
    // nothing is planned while it is open
    const open = { period: '6 Jahre', total: 1, dueIn30Days: 0, nextOn: null };
    expect((await planOf(office)).withdrawals).toEqual(open);
    // what waits for its turn is due today
    expect((await planOf(office)).open_applications).toMatchObject({ nextOn: '2026-12-21' });
  });
});
