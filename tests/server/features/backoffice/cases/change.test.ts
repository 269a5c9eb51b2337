/** Changing a case: its steps, its other values, and who is too late. */
// ASVS 2.3.1

import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
import { nationwide } from '#domain/calendar/working-days';
import { type CaseStatus, caseStatuses, caseStatusKeys, followUpOf } from '#domain/cases/statuses';
import type { WithdrawalPage } from '#domain/law/staff-withdrawals';
import { api, href } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { createVisitor, johanna, sentence } from '#tests/support/people';

import { setDesk, today } from './desk';

const desk = setDesk();
const path = (id: string) => href(api.case, { id });

const allowed: Record<CaseStatus, CaseStatus[]> = {
  new: ['in_review', 'inquiry', 'transmitted', 'declined', 'withdrawn'],
  in_review: ['inquiry', 'transmitted', 'declined', 'withdrawn'],
  inquiry: ['in_review', 'transmitted', 'declined', 'withdrawn'],
  transmitted: ['in_review', 'inquiry', 'issued', 'declined', 'withdrawn'],
  issued: ['withdrawn'],
  declined: ['in_review'],
  withdrawn: [],
};
const pairs = caseStatusKeys.flatMap((from) => caseStatusKeys.map((to) => [from, to] as const));

describe('a step', () => {
  test.each(pairs)('from %s to %s is taken or refused', async (from, to) => {
    const id = await desk.open(johanna, from);
    const message =
      to === 'inquiry' ? { id: crypto.randomUUID(), subject: 'Frage', body: 'Text' } : undefined;
    const refused = await desk.change(id, { status: to, message });
    const needsReason = to === 'declined' || to === 'withdrawn' || from === 'declined';
    if (!allowed[from].includes(to)) {
      const message = `Von „${caseStatuses[from].label}“ nach „${caseStatuses[to].label}“ geht es nicht.`;
      expect(refused).toMatchObject({ status: 409, body: { message } });
      expect(await desk.events(id)).toEqual([]);
      return;
    }
    if (needsReason) {
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual([{ path: 'reason', message: sentence }]);
    }
    const reasoned = () => desk.change(id, { status: to, reason: 'Darum', message });
    const taken = needsReason ? await reasoned() : refused;
    expect(taken).toMatchObject({
      status: 200,
      body: {
        applicationId: id,
        version: 2,
        status: to,
        followUpOn: followUpOf(to, { today, calendar: nationwide }),
      },
    });
    expect(await desk.events(id)).toMatchObject([
      { kind: 'status', actor: 'lukas.weber', old: from, new: to, text: needsReason ? 'Darum' : null },
    ]);
    expect(await desk.audited(id)).toEqual([{ action: 'case_changed', username: 'lukas.weber' }]);
  });

  test('keeps a day that was chosen with it, and remembers when it was transmitted', async () => {
    const id = await desk.open();
    const { body } = await desk.change(id, { status: 'transmitted', followUpOn: today });
    expect(body).toMatchObject({ followUpOn: today, overdue: false, transmittedOn: today });
  });

  const { app } = desk;
  test.each(['transmitted', 'issued'] as const)('to %s waits for withdrawal and advice', async (to) => {
    const id = await desk.open(johanna, to === 'issued' ? 'transmitted' : 'new');
    await app.db.write((tx) =>
      tx.update(applications).set({ adviceOwed: true }).where(eq(applications.id, id)),
    );
    const step = () => desk.change(id, { status: to });
    expect(await step()).toMatchObject({ status: 409, body: { message: 'Beratung offen' } });
    await declare(app, { contract: id });
    expect(await desk.caseOf(id)).toMatchObject({ adviceOwed: true, withdrawalOpen: true });
    expect(await step()).toMatchObject({ status: 409, body: { message: 'Widerruf eingegangen' } });
  });

  test.each<[string, { name?: string; email?: string }]>([
    ['the name', { email: 'eve@fremd.example' }],
    ['the address', { name: 'Eve Fremd' }],
  ])('is not held up by a withdrawal of which only %s fits, until staff assign it', async (_, typed) => {
    // the latest one of the person is suggested
    app.clock.now += 1000;
    const id = await desk.open(johanna);
    await declare(app, { contract: `K-${id}`, ...typed });
    expect(await desk.caseOf(id)).toMatchObject({ withdrawalOpen: false, withdrawalSuggested: true });
    expect(await desk.change(id, { status: 'transmitted' })).toMatchObject({ status: 200 });
    const list = (await desk.lukas.ask('GET', api.staffWithdrawals)).body as unknown as WithdrawalPage;
    const [newest] = list.withdrawals;
    const assign = href(api.assignWithdrawal, { id: newest?.id ?? '' });
    expect((await desk.lukas.ask('POST', assign, { applicationId: id })).status).toBe(200);
    expect(await desk.caseOf(id)).toMatchObject({ withdrawalOpen: true, withdrawalSuggested: false });
    expect(await desk.change(id, { status: 'issued' })).toMatchObject({
      status: 409,
      body: { message: 'Widerruf eingegangen' },
    });
    expect((await desk.lukas.ask('POST', assign, { applicationId: null })).status).toBe(200);
    expect(await desk.caseOf(id)).toMatchObject({ withdrawalOpen: false, withdrawalSuggested: false });
  });
});

describe('a change', () => {
  test('of several values is one event, and of none is nothing', async () => {
    const id = await desk.open();
    const assigneeId = desk.lukas.user.id;
    const changed = await desk.change(id, { assigneeId, followUpOn: '2026-12-24', policyNumber: 'P-1' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        version: 2,
        assignee: { id: assigneeId, username: 'lukas.weber' },
        followUpOn: '2026-12-24',
        policyNumber: 'P-1',
      },
    });
    const again = await desk.change(id, { assigneeId, followUpOn: '2026-12-24', policyNumber: 'P-1' });
    expect(again).toMatchObject({ status: 200, body: changed.body });
    const cleared = await desk.change(id, { assigneeId: null, policyNumber: null });
    expect(cleared.body).toMatchObject({ version: 3, assignee: null, policyNumber: null });
    expect(await desk.events(id)).toHaveLength(2);
    expect(await desk.audited(id)).toHaveLength(2);
  });

  test('by somebody who saw an older version is refused, and shows the case as it is', async () => {
    const id = await desk.open();
    await desk.change(id, { status: 'in_review' }, desk.antje);
    const late = await desk.lukas.ask('PATCH', path(id), { version: 1, policyNumber: 'P-2' });
    expect(late).toMatchObject({
      status: 409,
      body: {
        message: 'Dieser Vorgang wurde inzwischen von antje.brandt geändert.',
        current: { ...(await desk.caseOf(id)) },
      },
    });
    expect(await desk.caseOf(id)).toMatchObject({ version: 2, status: 'in_review', policyNumber: null });
  });

  test('is not taken for that of somebody who only wrote a note', async () => {
    const id = await desk.open();
    await desk.change(id, { status: 'in_review' }, desk.antje);
    const note = { id: crypto.randomUUID(), text: 'Angerufen' };
    expect((await desk.lukas.ask('POST', href(api.caseNotes, { id }), note)).status).toBe(201);
    const late = await desk.lukas.ask('PATCH', path(id), { version: 1, policyNumber: 'P-2' });
    expect(late.body.message).toBe('Dieser Vorgang wurde inzwischen von antje.brandt geändert.');
  });

  test('that ends a case takes its follow-up away, even one that it names', async () => {
    const id = await desk.open();
    const { followUpOn } = await desk.caseOf(id);
    const { body } = await desk.change(id, { status: 'declined', reason: 'Alter', followUpOn });
    expect(body).toMatchObject({ status: 'declined', followUpOn: null });
  });

  test('of a case whose person asked to erase it may bring no message', async () => {
    const id = await desk.open();
    await desk.app.db.write((tx) =>
      tx.update(applications).set({ restrictedAt: 1 }).where(eq(applications.id, id)),
    );
    const declined = { status: 'declined', reason: 'Alter' };
    const message = { id: crypto.randomUUID(), subject: 'Zu Ihrem Antrag', body: 'Text' };
    expect(await desk.change(id, { ...declined, message })).toMatchObject({
      status: 409,
      body: { message: 'Löschung beantragt' },
    });
    expect((await desk.change(id, declined)).status).toBe(200);
  });

  test('ends the unread answer, even one that changes nothing', async () => {
    const id = await desk.open();
    await desk.app.db.write((tx) =>
      tx.update(cases).set({ replyUnread: true }).where(eq(cases.applicationId, id)),
    );
    expect(await desk.caseOf(id)).toMatchObject({ replyUnread: true });
    expect((await desk.change(id, {})).body).toMatchObject({ replyUnread: false, version: 1 });
    expect(await desk.audited(id)).toHaveLength(1);
  });

  test.each([
    ['version', {}, undefined],
    ['version', { version: 0 }, undefined],
    ['version', { version: '1' }, undefined],
    ['version', { version: 1.5 }, undefined],
    ['status', { version: 1, status: 'lost' }, undefined],
    ['reason', { version: 1, status: 'declined', reason: 'x'.repeat(501) }, undefined],
    ['reason', { version: 1, status: 'declined', reason: '  ' }, undefined],
    ['assigneeId', { version: 1, assigneeId: 'lukas' }, undefined],
    ['assigneeId', { version: 1, assigneeId: crypto.randomUUID() }, undefined],
    ['followUpOn', { version: 1, followUpOn: '2026-11-19' }, undefined],
    ['followUpOn', { version: 1, followUpOn: '2026-02-30' }, undefined],
    ['followUpOn', { version: 1, followUpOn: '2026-12-01' }, 'issued'],
    ['followUpOn', { version: 1, status: 'declined', reason: 'x', followUpOn: '2026-12-01' }, undefined],
    ['policyNumber', { version: 1, policyNumber: '1'.repeat(51) }, undefined],
    ...['#NV', 'folgt', 'VS-000', '0', '-', ' ０ ', 'Ⅻ'].map(
      (policyNumber) => ['policyNumber', { version: 1, policyNumber }, undefined] as const,
    ),
  ] as const)('with a bad %s is refused: %j', async (field, body, status) => {
    const id = await desk.open(johanna, status);
    const answer = await desk.lukas.ask('PATCH', path(id), body);
    expect(answer).toMatchObject({ status: 422, body: { message: sentence } });
    expect(answer.body.errors).toEqual([{ path: field, message: sentence }]);
    expect(await desk.caseOf(id)).toMatchObject({ version: 1 });
  });

  test('of an unknown or open application is refused', async () => {
    const visitor = createVisitor(desk.app);
    await visitor.fill(johanna);
    for (const id of [visitor.id, crypto.randomUUID()]) {
      expect((await desk.lukas.ask('GET', path(id))).status).toBe(404);
      expect((await desk.lukas.ask('PATCH', path(id), { version: 1 })).status).toBe(404);
    }
    expect((await desk.lukas.ask('PATCH', path('1'), { version: 1 })).status).toBe(422);
  });

  test('by two at once is made by one of them', async () => {
    const id = await desk.open();
    const answers = await Promise.all(
      [desk.antje, desk.lukas].map((by) => by.ask('PATCH', path(id), { version: 1, assigneeId: by.user.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await desk.events(id)).toHaveLength(1);
  });
});
