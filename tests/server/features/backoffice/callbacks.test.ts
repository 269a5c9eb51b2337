/** Callback requests as staff see and process them, and the calls about them. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import type { CallbackRow } from '#domain/callbacks/calls';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { testNow } from '#tests/support/app';
import { proofsOf } from '#tests/support/stored';
import { deedsOf, setOffice } from './staff';

const wish = { name: 'Holunderblüte', phone: '0221 555', email: 'wacholderbeere@holunder.example' };
const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  await app.db.write((tx) => tx.delete(callbackRequests));
});

async function request(more: object = {}, source = '', on = app): Promise<string> {
  return (await (await sendJson(on, { ...wish, ...more }, source)).json()).id;
}
const list = () => office.lukas.list<CallbackRow>(api.staffCallbacks);
const row = async (id: string) => (await list()).find((one) => one.id === id);
const log = (id: string, body: object) =>
  office.lukas.ask('POST', href(api.calls, { id }), { id: crypto.randomUUID(), ...body });
describe('the list of callback requests', () => {
  test('has everything about each, also about a processed one', async () => {
    const id = await request({ preferredTime: 'nach 17 Uhr' }, '?source=newsletter');
    app.clock.now += 1000;
    await office.lukas.ask('POST', href(api.processCallback, { id }));
    const view = { id, ...wish, message: null, preferredTime: 'nach 17 Uhr', source: 'newsletter' };
    expect(await list()).toEqual([
      {
        ...{ ...view, processed: true, noCalls: false, attempts: 0, lastOutcome: null, lastCallAt: null },
        ...{ nextCallAt: null, overdue: false, undeliverable: false, reply: null, preparation: null },
        ...{ createdAt: '2026-11-20T09:00:00.000Z', keepUntil: '2027-05-19T09:00:01.000Z' },
      },
    ]);
  });

  test('shows whether a mail about one came back, until staff write to its address', async () => {
    const id = await request();
    await request();
    const about = and(eq(outbox.callbackRequestId, id), eq(outbox.emailType, 'callback_confirmation'));
    const set = (values: Partial<typeof outbox.$inferInsert>) =>
      app.db.write((tx) => tx.update(outbox).set(values).where(about));
    const returned = async () => (await list()).filter((one) => one.undeliverable).map((one) => one.id);
    await set({ status: 'bounced', bouncedAt: 1_000, stopsAddress: true });
    expect(await returned()).toEqual([id]);
    await set({ stopsAddress: false });
    expect(await returned()).toEqual([]);
  });
});

test('processing a request again changes nothing, and the audit log names the first user', async () => {
  const [id, other] = [await request(), await request({ phone: '0221 556' })];
  const process = (by = office.antje) => by.ask('POST', href(api.processCallback, { id }));
  const first = await process(office.lukas);
  expect(first).toMatchObject({ status: 200, body: { id, processed: true, name: wish.name } });
  app.clock.now += 1000;
  for (const again of await Promise.all([process(), process(), process()]))
    expect([again.status, again.body]).toEqual([200, first.body]);
  const [stored] = await app.db.read.select().from(callbackRequests).where(eq(callbackRequests.id, id));
  expect(stored?.processedAt).toBe(testNow);
  expect(await deedsOf(app, id)).toEqual(['lukas.weber callback_processed']);
  const { stats, callbackRequests: pending } = (await office.lukas.ask('GET', api.dashboard)).body;
  expect(stats).toMatchObject({ pendingCallbacks: 1 });
  expect(pending).toMatchObject([{ id: other }]);
});

describe('a logged call', () => {
  test('is shown in the list, newest first, with the next one', async () => {
    const id = await request();
    const first = await log(id, { outcome: 'not_reached' });
    const nextCallAt = '2026-11-20T11:00:00.000Z';
    expect(first).toMatchObject({ status: 201, body: { outcome: 'not_reached', nextCallAt, done: false } });
    expect(await row(id)).toMatchObject({
      ...{ attempts: 1, lastOutcome: 'not_reached', lastCallAt: '2026-11-20T09:00:00.000Z', nextCallAt },
      ...{ overdue: false, processed: false, keepUntil: '2027-05-19T09:00:00.000Z' },
    });
    app.clock.now += 2 * hourMs + 1;
    expect(await row(id)).toMatchObject({ overdue: true });
    await office.lukas.ask('POST', href(api.processCallback, { id }));
    expect(await row(id)).toMatchObject({ overdue: false });
    await log(id, { outcome: 'reached', note: 'Wünscht Top\nmit 250 €', done: true });
    const reached = { attempts: 2, lastOutcome: 'reached', nextCallAt: null } as const;
    expect(await row(id)).toMatchObject({ ...reached, overdue: false, processed: true });
    expect(await office.lukas.list(href(api.calls, { id }))).toMatchObject([
      { outcome: 'reached', note: 'Wünscht Top\nmit 250 €', username: 'lukas.weber', done: true },
      { outcome: 'not_reached', note: null, done: false },
    ]);
  });

  test('is proven, and so is the consent to it, and the audit log names neither', async () => {
    const id = await request();
    await log(id, { outcome: 'reached', done: true });
    const proofs = (await proofsOf(app)).filter(({ callbackId }) => callbackId === id);
    const ways = ['call_consent page', 'call_made phone'];
    expect(proofs.map(({ kind, way }) => `${kind} ${way}`)).toEqual(ways);
    expect(new Set(proofs.map(({ personKey }) => personKey)).size).toBe(1);
    expect(proofs[0]?.wordingSha256).toBe(app.context.wordings.hashes.calls);
    expect(await deedsOf(app, id)).toEqual(['lukas.weber callback_called', 'lukas.weber callback_processed']);
  });
});
