/** Calls about callback requests: the log, what the list shows of it, and deleting a request. */
import { describe, expect, test } from 'bun:test';
import { evidence } from '#db/schema/law';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { tracesOf } from '#tests/support/traces';
import { openOffice } from './staff';

const hour = 3_600_000;
const wish = {
  name: 'Holunderblüte Wacholderbeere',
  phone: '0221 555',
  email: 'wacholderbeere@holunder.example',
  preferredTime: 'abends',
  dataProcessingConsent: true,
};

async function open() {
  const office = await openOffice();
  const { app, lukas } = office;
  const asked = (await (await app.ask('POST', api.callbackRequests, { body: wish })).json()) as {
    id: string;
  };
  const { id } = asked;
  const log = (body: object, call: string = crypto.randomUUID()) =>
    lukas.ask('POST', href(api.calls, { id }), { id: call, ...body });
  const row = async () => (await lukas.list(api.staffCallbacks)).find((one) => one.id === id);
  return { ...office, id, log, row, calls: () => lukas.list(href(api.calls, { id })) };
}

describe('a logged call', () => {
  test('is shown in the list, newest first, with the next one', async () => {
    const { app, log, row, calls } = await open();
    const first = await log({ outcome: 'not_reached' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      outcome: 'not_reached',
      nextCallAt: '2026-11-20T11:00:00.000Z',
      done: false,
    });
    expect(await row()).toMatchObject({
      attempts: 1,
      lastOutcome: 'not_reached',
      lastCallAt: '2026-11-20T09:00:00.000Z',
      nextCallAt: '2026-11-20T11:00:00.000Z',
      overdue: false,
      processed: false,
      keepUntil: '2027-05-19T09:00:00.000Z',
    });
    app.clock.now += 2 * hour + 1;
    expect(await row()).toMatchObject({ overdue: true });
    await log({ outcome: 'reached', note: 'Wünscht Top\nmit 250 €', done: true });
    expect(await row()).toMatchObject({
      attempts: 2,
      lastOutcome: 'reached',
      nextCallAt: null,
      overdue: false,
      processed: true,
    });
    expect(await calls()).toMatchObject([
      { outcome: 'reached', note: 'Wünscht Top\nmit 250 €', username: 'lukas.weber', done: true },
      { outcome: 'not_reached', note: null, done: false },
    ]);
  });

  test('is refused with a message at its field, and nothing is stored', async () => {
    const { log, calls, lukas, app } = await open();
    for (const [body, path] of [
      [{ outcome: 'appointment' }, 'nextCallAt'],
      [{ outcome: 'verwählt' }, 'outcome'],
      [{ outcome: 'reached', note: 'x'.repeat(1_001) }, 'note'],
      [{ outcome: 'reached', done: 'ja' }, 'done'],
    ] as const)
      expect(await log(body)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
    expect(await calls()).toEqual([]);
    const unknown = href(api.calls, { id: crypto.randomUUID() });
    expect((await lukas.ask('GET', unknown)).status).toBe(404);
    expect((await lukas.ask('POST', unknown, { id: crypto.randomUUID(), outcome: 'reached' })).status).toBe(
      404,
    );
    expect((await app.ask('GET', unknown)).status).toBe(401);
  });

  test('is proven, and so is the consent to it, and the audit log names neither', async () => {
    const { app, id, log } = await open();
    await log({ outcome: 'reached', done: true });
    const proofs = await app.db.read.select().from(evidence);
    expect(proofs.map(({ kind, way, callbackId }) => [kind, way, callbackId])).toEqual([
      ['call_consent', 'page', id],
      ['call_made', 'phone', id],
    ]);
    expect(new Set(proofs.map(({ personKey }) => personKey)).size).toBe(1);
    expect(proofs[0]?.wordingSha256).toBe(app.context.wordings.hashes.calls);
    const audit = await app.db.read.select().from(auditLog);
    expect(audit.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['callback_called', id],
      ['callback_processed', id],
    ]);
  });
});

test('a deleted request leaves nothing but the proofs, in no file', async () => {
  const { app, id, lukas, log, row } = await open();
  await log({ outcome: 'reached', note: 'Wacholderbeere' });
  await app.outbox.runOnce();
  expect((await tracesOf(app)).length).toBeGreaterThan(1);
  const path = href(api.staffCallback, { id });
  expect(await lukas.ask('DELETE', path)).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  });
  expect(await tracesOf(app)).toEqual([]);
  expect(await row()).toBeUndefined();
  expect(await app.db.read.select({ kind: evidence.kind }).from(evidence)).toHaveLength(2);
  expect((await lukas.ask('DELETE', path)).status).toBe(404);
  expect((await lukas.ask('GET', href(api.calls, { id }))).status).toBe(404);
});
