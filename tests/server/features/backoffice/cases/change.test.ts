/** Changing a case: its steps, its other values, and who is too late. */
// ASVS 2.3.1
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
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

/** Which other steps are allowed is a table of the domain. */
const steps: [from: CaseStatus, to: CaseStatus, more?: object][] = [
  ['new', 'in_review'],
  ['new', 'inquiry', { message: { id: crypto.randomUUID(), subject: 'Frage', body: 'Text' } }],
  ['new', 'transmitted'],
  ['transmitted', 'issued'],
  ['inquiry', 'declined', { reason: 'Darum' }],
  ['issued', 'withdrawn', { reason: 'Darum' }],
  ['declined', 'in_review', { reason: 'Darum' }],
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
    expect(await desk.events(id)).toMatchObject([
      { kind: 'status', actor: 'lukas.weber', old: from, new: to, text },
    ]);
    expect(await desk.audited(id)).toEqual(['lukas.weber case_changed']);
  });

  test('that may not follow is refused in words', async () => {
    const id = await desk.open(johanna, 'issued');
    expect(await desk.change(id, { status: 'in_review' })).toMatchObject({
      status: 409,
      body: { message: 'Von „Policiert“ nach „In Prüfung“ geht es nicht.' },
    });
    expect(await desk.events(id)).toEqual([]);
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
        current: await desk.caseOf(id),
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

  test('of an open application is refused', async () => {
    const visitor = await filled(desk.app);
    expect((await desk.lukas.ask('GET', path(visitor.id))).status).toBe(404);
    expect((await desk.lukas.ask('PATCH', path(visitor.id), { version: 1 })).status).toBe(404);
  });
});
