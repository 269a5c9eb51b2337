/** What else changes cases: a deleted account, an effective withdrawal, a holiday, and applications of an older version. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { caseStatusKeys } from '#domain/cases/statuses';
import { operatorOf } from '#domain/operator/operator';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { openRecentCases } from '#server/jobs/jobs';
import { prepareCases } from '#server/process/start';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { johanna, matthias } from '#tests/support/people';
import { countStatements, hire } from '../staff';
import { openDesk, setDesk } from './desk';

const desk = setDesk();

test('the cases of a deleted account are nobody’s, and the history keeps its name', async () => {
  const [id, other] = [await desk.open(), await desk.open()];
  const mira = await hire(desk.app, 'mira.yilmaz', 'sachbearbeiter');
  await desk.change(id, { assigneeId: mira.user.id });
  await desk.change(other, { assigneeId: desk.lukas.user.id });
  await desk.antje.ask('DELETE', href(api.user, { id: mira.user.id }));
  expect(await desk.caseOf(id)).toMatchObject({ version: 3, assignee: null });
  const event = { actor: 'antje.brandt', kind: 'assignee', old: 'mira.yilmaz', new: null };
  expect((await desk.history(id))[0]).toMatchObject(event);
  expect(await desk.caseOf(other)).toMatchObject({ version: 2, assignee: { username: 'lukas.weber' } });
});

describe('a withdrawal', () => {
  const close = async (contract: string, outcome: string) => {
    const { id } = (await (await declare(desk.app, { contract })).json()) as { id: string };
    const { status } = await desk.lukas.ask('POST', href(api.closeWithdrawal, { id }), { outcome });
    expect(status).toBe(200);
  };

  test.each(caseStatusKeys.filter((status) => status !== 'withdrawn'))(
    'ends a case that is %s',
    async (old) => {
      const id = await desk.open(johanna, old);
      await close(id, 'effective');
      expect(await desk.caseOf(id)).toMatchObject({ status: 'withdrawn', followUpOn: null, version: 2 });
      const event = {
        kind: 'status',
        old,
        new: 'withdrawn',
        actor: 'lukas.weber',
        text: 'Widerruf: Wirksam',
      };
      expect(await desk.events(id)).toMatchObject([event]);
      expect(await desk.audited(id)).toEqual(['lukas.weber case_changed']);
    },
  );

  test.each([
    ['new', 'late'],
    ['withdrawn', 'effective'],
  ] as const)('changes nothing of a case that is %s if its outcome is %s', async (status, outcome) => {
    const id = await desk.open(johanna, status);
    await close(id, outcome);
    expect(await desk.caseOf(id)).toMatchObject({ status, version: 1 });
    expect(await desk.events(id)).toEqual([]);
  });
});

describe('an application that a version without cases completed', () => {
  const forget = (app: Awaited<ReturnType<typeof openDesk>>['app'], id: string) =>
    app.db.write((tx) => tx.delete(cases).where(eq(cases.applicationId, id)));

  test('gets its case and its words at the next start, which may happen twice', async () => {
    const { app, lukas, ...own } = await openDesk();
    const ids = [await own.open(), await own.open(matthias), await own.open()];
    for (const id of ids.slice(1)) await forget(app, id);
    app.clock.now += 40 * dayMs;
    await Promise.all([prepareCases(app.context), prepareCases(app.context)]);
    for (const id of ids.slice(1)) {
      expect(await own.caseOf(id)).toMatchObject({ status: 'new', version: 1, followUpOn: '2026-12-31' });
    }
    const found = await lukas.ask('GET', `${api.cases}?q=özdemir`);
    expect(found.body).toMatchObject({ total: 1, cases: [{ applicationId: ids[1] }] });
    expect(await countStatements(() => prepareCases(app.context))).toBe(2);
  });

  test('gets it within minutes while instances are restarted one by one', async () => {
    const { app, ...own } = await openDesk();
    const old = await own.open();
    app.clock.now += 30 * 3_600_000;
    const recent = await own.open();
    for (const id of [old, recent]) await forget(app, id);
    expect(await openRecentCases(app.context)).toBe(1);
    expect(await openRecentCases(app.context)).toBe(0);
    expect(await own.caseOf(recent)).toMatchObject({ version: 1 });
    expect((await own.caseOf(old)).version).toBeUndefined();
  });
});

/** 18 November 2026 is a holiday in Saxony only; the day before is a Tuesday. */
const eve = Date.parse('2026-11-17T09:00:00Z');

test.each([
  ['SN', '2026-11-19', '2026-11-20', '2026-11-19T08:00:00.000Z'],
  ['NW', '2026-11-18', '2026-11-19', '2026-11-18T11:00:00.000Z'],
])('in %s, cases and calls wait until a working day', async (state, applied, inReview, nextCallAt) => {
  const desk = await openDesk({ now: eve, operator: operatorOf({ company: { state } }) });
  const id = await desk.complete(johanna);
  expect(await desk.caseOf(id)).toMatchObject({ followUpOn: applied });
  expect((await desk.change(id, { status: 'in_review' })).body).toMatchObject({ followUpOn: inReview });

  const callback = (await (await sendJson(desk.app)).json()) as { id: string };
  desk.app.clock.now = eve + dayMs;
  const call = { id: crypto.randomUUID(), outcome: 'not_reached' };
  const logged = await desk.lukas.ask('POST', href(api.calls, { id: callback.id }), call);
  expect(logged).toMatchObject({ status: 201, body: { nextCallAt } });
});
