/** The audit log as administrators read it. */
import { describe, expect, test } from 'bun:test';
import { auditActions, auditLabel } from '#domain/audit/actions';
import { api, href } from '#domain/urls';
import { createVisitor, johanna } from '#tests/support/people';
import { openOffice, type Staff } from '../staff';

describe('the audit log', () => {
  // ASVS 16.2.1, 16.2.2
  test('lists time, user, action and subject, newest first', async () => {
    const { app, antje, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.save('contact-data', johanna['contact-data']);
    await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }));
    app.clock.now += 90_000;
    const created = await antje.ask('POST', api.users, { username: 'mira.yilmaz', password: 'lang-genug-2' });
    await antje.ask('POST', href(api.endSessions, { id: lukas.user.id }));
    const { status, body } = await antje.ask('GET', api.auditLog);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        entries: [
          entry(3, '2026-11-20T09:01:30.000Z', antje, 'sessions_ended', lukas.user.id),
          entry(2, '2026-11-20T09:01:30.000Z', antje, 'user_created', created.body.id),
          entry(1, '2026-11-20T09:00:00.000Z', lukas, 'application_deleted', visitor.id),
        ],
        total: 3,
        totalPages: 1,
        chain: { whole: true, firstBroken: null },
      },
    });
  });

  // ASVS 16.4.2
  test('can be written or deleted by nobody', async () => {
    const { antje } = await openOffice();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await antje.ask(method, api.auditLog, {})).status).toBe(404);
    }
  });

  test('has a label for every action, and shows an unknown action unchanged', () => {
    const words = auditActions.map(auditLabel);
    expect(new Set(words).size).toBe(auditActions.length);
    expect(words.filter((label) => !/^[A-ZÄÖÜ]/.test(label))).toEqual([]);
    expect(auditLabel('something_new')).toBe('something_new');
    expect(auditLabel('toString')).toBe('toString');
  });
});

function entry(id: number, at: string, { user }: Staff, action: string, subjectId: unknown) {
  return { id, at, userId: user.id, username: user.username, action, subjectId };
}
