import { describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import type { CallbackRow } from '#domain/callbacks/calls';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { sentence } from '#tests/support/people';
import { countStatements, openOffice } from './staff';

const wish = {
  name: 'Ayşe Kaya',
  phone: '0221 555',
  email: 'ayse@kaya.example',
  dataProcessingConsent: true,
};

async function request(app: TestApp, more: object = {}, source = ''): Promise<string> {
  const response = await app.ask('POST', api.callbackRequests + source, { body: { ...wish, ...more } });
  return ((await response.json()) as { id: string }).id;
}

describe('the list of callback requests', () => {
  test('is a bare array, newest first, including processed requests', async () => {
    const { app, lukas } = await openOffice();
    expect(await lukas.list(api.staffCallbacks)).toEqual([]);
    const older = await request(app, { preferredTime: 'nach 17 Uhr' }, '?source=newsletter');
    app.clock.now += 1000;
    const newer = await request(app);
    await lukas.ask('POST', href(api.processCallback, { id: older }));
    const calls = {
      attempts: 0,
      lastOutcome: null,
      lastCallAt: null,
      nextCallAt: null,
      overdue: false,
      undeliverable: false,
      reply: null,
      preparation: null,
    };
    const person = {
      ...calls,
      name: 'Ayşe Kaya',
      phone: '0221 555',
      email: 'ayse@kaya.example',
      message: null,
    };
    expect(await lukas.list(api.staffCallbacks)).toEqual([
      {
        ...person,
        id: newer,
        preferredTime: null,
        source: 'website',
        processed: false,
        noCalls: false,
        createdAt: '2026-11-20T09:00:01.000Z',
        keepUntil: '2027-05-19T09:00:01.000Z',
      },
      {
        ...person,
        id: older,
        preferredTime: 'nach 17 Uhr',
        source: 'newsletter',
        processed: true,
        noCalls: false,
        createdAt: '2026-11-20T09:00:00.000Z',
        keepUntil: '2027-05-19T09:00:01.000Z',
      },
    ]);
  });

  test('shows whether a mail about one came back, until staff write to its address', async () => {
    const { app, lukas } = await openOffice();
    const id = await request(app);
    await request(app);
    const set = (values: Partial<typeof outbox.$inferInsert>) =>
      app.db.write((tx) =>
        tx
          .update(outbox)
          .set(values)
          .where(and(eq(outbox.callbackRequestId, id), eq(outbox.emailType, 'callback_confirmation'))),
      );
    const returned = async () =>
      (await lukas.list<CallbackRow>(api.staffCallbacks))
        .filter((row) => row.undeliverable)
        .map((row) => row.id);
    await set({ status: 'bounced', bouncedAt: 1_000, stopsAddress: true });
    expect(await returned()).toEqual([id]);
    await set({ stopsAddress: false });
    expect(await returned()).toEqual([]);
  });

  test('shows requests from other sources, without an e-mail address and with a message', async () => {
    const { app, lukas } = await openOffice();
    const row = { id: crypto.randomUUID(), name: 'A', phone: '1', message: '<b>Kolik?</b>', createdAt: 1 };
    await app.db.write((tx) => tx.insert(callbackRequests).values(row));
    const [listed] = await lukas.list(api.staffCallbacks);
    expect(listed).toMatchObject({ email: null, message: '<b>Kolik?</b>', source: 'website' });
  });

  test('takes one statement besides the one for the user', async () => {
    const { app, lukas } = await openOffice();
    for (let count = 0; count < 8; count += 1) await request(app);
    expect(await countStatements(() => lukas.list(api.staffCallbacks))).toBe(2);
  });
});

describe('processing a callback request', () => {
  test('returns the same each time, and the audit log names the first user', async () => {
    const { app, antje, lukas } = await openOffice();
    const id = await request(app);
    app.clock.now += 1000;
    const first = await lukas.ask('POST', href(api.processCallback, { id }));
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ id, processed: true, name: 'Ayşe Kaya' });
    app.clock.now += 1000;
    for (const again of await Promise.all(
      [1, 2, 3].map(() => antje.ask('POST', href(api.processCallback, { id }))),
    )) {
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    }
    const [stored] = await app.db.read.select().from(callbackRequests);
    expect(stored?.processedAt).toBe(app.clock.now - 1000);
    const lines = await app.db.read.select().from(auditLog);
    expect(lines.map(({ username, action, subjectId }) => [username, action, subjectId])).toEqual([
      ['lukas.weber', 'callback_processed', id],
    ]);
  });

  test('removes it from the dashboard', async () => {
    const { app, lukas } = await openOffice();
    const [id, other] = [await request(app), await request(app)];
    await lukas.ask('POST', href(api.processCallback, { id }));
    const { stats, callbackRequests: pending } = (await lukas.ask('GET', api.dashboard)).body;
    expect(stats).toMatchObject({ pendingCallbacks: 1 });
    expect(pending).toMatchObject([{ id: other }]);
  });

  test('that does not exist returns 404', async () => {
    const { app, lukas } = await openOffice();
    const { status, body } = await lukas.ask('POST', href(api.processCallback, { id: crypto.randomUUID() }));
    expect({ status, body }).toEqual({ status: 404, body: { message: sentence } });
    expect(await app.db.read.select().from(auditLog)).toEqual([]);
  });
});
