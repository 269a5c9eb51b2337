/** Changing a case: its steps, its other values, and who is too late. */
// ASVS 2.3.1
import { describe, expect, test } from 'bun:test';
import { nationwide } from '#domain/calendar/working-days';
import { type CaseStatus, followUpOf } from '#domain/cases/statuses';
import type { WithdrawalPage } from '#domain/law/staff-withdrawals';
import { api, href } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { filled } from '#tests/support/applications';
import { johanna } from '#tests/support/people';
import { setDesk, today } from './desk';

const desk = setDesk();
const path = (id: string) => href(api.case, { id });
const refused = (message: string) => ({ status: 409, body: { message } });
const question = () => ({ id: crypto.randomUUID(), subject: 'Frage', body: 'Text' });

/** Which other steps are allowed is a table of the domain. */
const steps: [from: CaseStatus, to: CaseStatus, more?: object][] = [
  ['new', 'in_review'],
  ['new', 'inquiry', { message: question() }],
  ['new', 'transmitted'],
  ['inquiry', 'declined', { reason: 'Darum' }],
  ['issued', 'withdrawn', { reason: 'Darum' }],
];

describe('a step', () => {
  test.each(steps)('from %s to %s is one event with its follow-up', async (from, to, more = {}) => {
    const id = await desk.open(johanna, from);
    const followUpOn = followUpOf(to, { today, calendar: nationwide });
    expect(await desk.change(id, { status: to, ...more })).toMatchObject({
      status: 200,
      body: { applicationId: id, version: 2, status: to, followUpOn },
    });
    const text = 'reason' in more ? more.reason : null;
    const event = { kind: 'status', actor: 'lukas.weber', old: from, new: to, text };
    expect(await desk.events(id)).toMatchObject([event]);
    expect(await desk.audited(id)).toEqual(['lukas.weber case_changed']);
  });

  test('that may not follow is refused in words', async () => {
    const id = await desk.open(johanna, 'issued');
    const answer = await desk.change(id, { status: 'in_review' });
    expect(answer).toMatchObject(refused('Von „Policiert“ nach „In Prüfung“ geht es nicht.'));
    expect(await desk.events(id)).toEqual([]);
  });

  test('keeps a day that was chosen with it, and remembers when it was transmitted', async () => {
    const id = await desk.open();
    const { body } = await desk.change(id, { status: 'transmitted', followUpOn: today });
    expect(body).toMatchObject({ followUpOn: today, overdue: false, transmittedOn: today });
  });

  test.each(['transmitted', 'issued'] as const)('to %s waits for withdrawal and advice', async (to) => {
    const id = await desk.open(johanna, to === 'issued' ? 'transmitted' : 'new');
    await desk.setApplication(id, { adviceOwed: true });
    const step = () => desk.change(id, { status: to });
    expect(await step()).toMatchObject(refused('Beratung offen'));
    await declare(desk.app, { contract: id });
    expect(await desk.caseOf(id)).toMatchObject({ adviceOwed: true, withdrawalOpen: true });
    expect(await step()).toMatchObject(refused('Widerruf eingegangen'));
  });

  test.each<[string, { name?: string; email?: string }]>([
    ['the name', { email: 'eve@fremd.example' }],
    ['the address', { name: 'Eve Fremd' }],
  ])('is not held up by a withdrawal of which only %s fits, until staff assign it', async (_, typed) => {
    // the latest one of the person is suggested
    desk.app.clock.now += 1000;
    const id = await desk.open();
    await declare(desk.app, { contract: `K-${id}`, ...typed });
    expect(await desk.caseOf(id)).toMatchObject({ withdrawalOpen: false, withdrawalSuggested: true });
    expect(await desk.change(id, { status: 'transmitted' })).toMatchObject({ status: 200 });
    const list = (await desk.lukas.ask('GET', api.staffWithdrawals)).body as unknown as WithdrawalPage;
    const assign = async (applicationId: string | null) => {
      const call = href(api.assignWithdrawal, { id: list.withdrawals[0]?.id ?? '' });
      expect((await desk.lukas.ask('POST', call, { applicationId })).status).toBe(200);
    };
    await assign(id);
    expect(await desk.caseOf(id)).toMatchObject({ withdrawalOpen: true, withdrawalSuggested: false });
    expect(await desk.change(id, { status: 'issued' })).toMatchObject(refused('Widerruf eingegangen'));
    await assign(null);
    expect(await desk.caseOf(id)).toMatchObject({ withdrawalOpen: false, withdrawalSuggested: false });
  });
});

describe('a change', () => {
  test('of several values is one event, and of none is nothing', async () => {
    const id = await desk.open();
    const assigneeId = desk.lukas.user.id;
    const values = { assigneeId, followUpOn: '2026-12-24', policyNumber: 'P-1' };
    const changed = await desk.change(id, values);
    const { assigneeId: _, ...shown } = values;
    const assignee = { id: assigneeId, username: 'lukas.weber' };
    expect(changed).toMatchObject({ status: 200, body: { version: 2, assignee, ...shown } });
    expect(await desk.change(id, values)).toMatchObject({ status: 200, body: changed.body });
    const cleared = await desk.change(id, { assigneeId: null, policyNumber: null });
    expect(cleared.body).toMatchObject({ version: 3, assignee: null, policyNumber: null });
    expect(await desk.events(id)).toHaveLength(2);
    expect(await desk.audited(id)).toHaveLength(2);
  });

  test('by somebody who saw an older version is refused, and names who changed it, not who wrote a note', async () => {
    const id = await desk.open();
    await desk.change(id, { status: 'in_review' }, desk.antje);
    expect((await desk.note(id)).status).toBe(201);
    const late = await desk.lukas.ask('PATCH', path(id), { version: 1, policyNumber: 'P-2' });
    expect(late).toMatchObject(refused('Dieser Vorgang wurde inzwischen von antje.brandt geändert.'));
    const current = await desk.caseOf(id);
    expect(late.body).toMatchObject({ current });
    expect(current).toMatchObject({ version: 2, status: 'in_review', policyNumber: null });
  });

  test('that ends a case takes its follow-up away, even one that it names', async () => {
    const id = await desk.open();
    const { followUpOn } = await desk.caseOf(id);
    const { body } = await desk.change(id, { status: 'declined', reason: 'Alter', followUpOn });
    expect(body).toMatchObject({ status: 'declined', followUpOn: null });
  });

  test('of a case whose person asked to erase it may bring no message', async () => {
    const id = await desk.open();
    await desk.setApplication(id, { restrictedAt: 1 });
    const declined = { status: 'declined', reason: 'Alter' };
    const answer = await desk.change(id, { ...declined, message: question() });
    expect(answer).toMatchObject(refused('Löschung beantragt'));
    expect((await desk.change(id, declined)).status).toBe(200);
  });

  test('ends the unread answer, even one that changes nothing', async () => {
    const id = await desk.open();
    await desk.set(id, { replyUnread: true });
    expect(await desk.caseOf(id)).toMatchObject({ replyUnread: true });
    expect((await desk.change(id, {})).body).toMatchObject({ replyUnread: false, version: 1 });
    expect(await desk.audited(id)).toHaveLength(1);
  });

  test('of an open application is refused', async () => {
    const { id } = await filled(desk.app);
    for (const [method, body] of [['GET'], ['PATCH', { version: 1 }]] as const)
      expect((await desk.lukas.ask(method, path(id), body)).status).toBe(404);
  });
});
