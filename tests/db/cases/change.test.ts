import { expect, test } from 'bun:test';
import { changeCase, lastActor } from '#db/cases/change';
import { findCase } from '#db/cases/find';
import { caseEvents, cases } from '#db/schema/desk';
import { users } from '#db/schema/staff';
import { nationwide } from '#domain/calendar/working-days';
import type { CaseChange } from '#domain/cases/decide';
import { startApp, testNow } from '#tests/support/app';
import { completed } from '#tests/support/applications';

const today = '2026-11-20';

async function openCase() {
  const app = await startApp();
  const visitor = await completed(app);
  const actor = { id: crypto.randomUUID(), username: 'lukas' };
  const account = { ...actor, usernameKey: 'lukas', passwordHash: '', role: 'sachbearbeiter' as const };
  await app.db.write((tx) => tx.insert(users).values({ ...account, createdAt: testNow }));
  const change = (values: CaseChange & { version?: number }, by: typeof actor | null = actor, at = testNow) =>
    app.db.write((tx) =>
      changeCase({ tx, actor: by, at, today, calendar: nationwide }, visitor.id, {
        version: null,
        ...values,
      }),
    );
  const read = () => findCase(app.db.read, visitor.id, today);
  const events = () => app.db.read.select().from(caseEvents).orderBy(caseEvents.number);
  return { app, visitor, actor, change, read, events };
}

test('a completed application has a case, to be looked at on the next working day', async () => {
  const { read } = await openCase();
  expect(await read()).toMatchObject({
    version: 1,
    status: 'new',
    assignee: null,
    followUpOn: '2026-11-23',
    overdue: false,
    contactName: 'Johanna Sommer',
  });
});

test('everything that one change changes is one event, and the step is the most important', async () => {
  const { app, visitor, change, read, events, actor } = await openCase();
  const values = { status: 'in_review', assigneeId: actor.id } as const;
  expect(await change({ version: 1, ...values })).toMatchObject({ kind: 'changed' });
  expect(await read()).toMatchObject({
    version: 2,
    status: 'in_review',
    assignee: actor,
    followUpOn: '2026-11-24',
  });
  expect(await events()).toMatchObject([
    {
      actor: 'lukas',
      kind: 'status',
      old: 'new',
      new: 'in_review',
      also: [
        { kind: 'assignee', old: null, new: 'lukas' },
        { kind: 'follow_up', old: '2026-11-23', new: '2026-11-24' },
      ],
    },
  ]);
  expect(await change({ version: 2, assigneeId: actor.id, policyNumber: '' })).toEqual({ kind: 'same' });
  expect(await change({ version: 1, policyNumber: 'P 1' })).toEqual({ kind: 'stale' });
  expect(await lastActor(app.db.read, visitor.id)).toBe('lukas');
  expect(await events()).toHaveLength(1);
});

test('a history is never changed, and goes with its application', async () => {
  const { app, change, events, visitor } = await openCase();
  await change({ policyNumber: 'P 1' });
  const write = (query: string) => app.db.write((tx) => tx.run(query));
  expect(write("update case_events set actor = 'x'")).rejects.toThrow();
  expect(write('delete from case_events')).rejects.toThrow();
  await write(`delete from applications where id = '${visitor.id}'`);
  expect(await events()).toEqual([]);
});

test('for the figures, a case remembers when staff first changed it, and no change of others', async () => {
  const { app, actor, change } = await openCase();
  const firstStepAt = async () => (await app.db.read.select().from(cases))[0]?.firstStepAt;
  await change({ came: { kind: 'undeliverable', text: 'Kam zurück.' } }, null);
  expect(await firstStepAt()).toBeNull();
  await change({ status: 'in_review' }, actor, testNow + 1);
  await change({ policyNumber: 'P 1' }, actor, testNow + 2);
  expect(await firstStepAt()).toBe(testNow + 1);
});
