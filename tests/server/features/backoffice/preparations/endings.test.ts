/** The list of what staff have prepared, and its end: a handler deletes it, or its time is over. */
import { describe, expect, test } from 'bun:test';
import { dayMs, hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { deleteWhatIsOver } from '#server/jobs/retention';
import type { TestApp } from '#tests/support/app';
import { createVisitor, johanna, kim } from '#tests/support/people';
import { rare } from '#tests/support/traces';
import { deedsOf, openOffice, setOffice } from '../staff';
import { askForCall, dictated, follow, invitationsIn, prepare, state } from './call';

describe('deleting one', () => {
  const office = setOffice();
  const { app } = office;
  const remove = (id: string) => office.lukas.ask('DELETE', href(api.preparation, { id }));
  const listed = async () => (await office.lukas.ask('GET', api.preparations)).body;

  test('takes application, mails and link along, and the log names both', async () => {
    const { id, applicationId } = await prepare(office.lukas);
    const customer = await follow(app, applicationId);
    await customer.save('horse-data', johanna['horse-data']);
    expect((await remove(id)).status).toBe(200);
    expect((await customer.application()).status).toBe(404);
    expect(await invitationsIn(app)).toEqual([]);
    expect((await deedsOf(app, id, applicationId)).slice(-2)).toEqual([
      'lukas.weber preparation_deleted',
      'lukas.weber application_deleted',
    ]);
    await expect(follow(app, applicationId)).rejects.toThrow();
    // who goes on typing begins an application of their own, which nothing prefills
    await customer.save('contact-data', johanna['contact-data']);
    expect((await customer.send('GET', href(api.prefill, customer))).status).toBe(404);
    expect(await listed()).toMatchObject({ preparations: [], total: 0 });
  });

  test('while the customer saves leaves no preparation', async () => {
    const { id, applicationId } = await prepare(office.lukas);
    const customer = createVisitor(app, applicationId);
    const [saved, deleted] = await Promise.all([
      customer.save('horse-data', johanna['horse-data']),
      remove(id),
    ]);
    expect([saved.status, deleted.status]).toEqual([201, 200]);
    expect((await listed()).total).toBe(0);
    expect((await customer.send('GET', href(api.prefill, customer))).status).toBe(404);
  });

  test('is refused once it is submitted, as is another invitation', async () => {
    const { id, applicationId } = await prepare(office.lukas);
    const customer = createVisitor(app, applicationId);
    await customer.fill(johanna);
    await customer.complete();
    app.clock.now += 2 * hourMs;
    expect((await remove(id)).status).toBe(409);
    expect((await office.lukas.ask('POST', href(api.invitePreparation, { id }))).status).toBe(409);
    // by the id of its application it is not known
    expect((await remove(applicationId)).status).toBe(404);
  });
});

async function prepared(env: Record<string, string> = {}) {
  const office = await openOffice({ env });
  const contact = { ...dictated.contact, firstName: 'Holunderblüte', email: rare['contact-data'].email };
  const { id, applicationId } = await prepare(office.lukas, { contact, horse: undefined });
  return { ...office, id, begun: office.app.clock.now, customer: createVisitor(office.app, applicationId) };
}

async function expectKeptUntil({ clock, context }: TestApp, kind: string, last: number) {
  clock.now = last;
  expect(await deleteWhatIsOver(context)).toEqual({});
  clock.now = last + 1;
  expect(await deleteWhatIsOver(context)).toEqual({ [kind]: 1 });
}

test('one that nobody began is kept longer if staff invite again, or something without a contact is saved', async () => {
  const { app, lukas, customer, begun, id } = await prepared();
  app.clock.now = begun + 20 * dayMs;
  await lukas.ask('POST', href(api.invitePreparation, { id }));
  app.clock.now = begun + 44 * dayMs + 1;
  expect(await deleteWhatIsOver(app.context)).toEqual({});
  app.clock.now = begun + 60 * dayMs;
  await customer.save('horse-data', { ...rare['horse-data'], insuranceStartDate: '2027-06-01' });
  await expectKeptUntil(app, 'preparations', begun + 90 * dayMs);
});

test('one with a contact is kept as other open ones are', async () => {
  const { app, customer, begun } = await prepared();
  await customer.save('contact-data', rare['contact-data']);
  await expectKeptUntil(app, 'open_applications', begun + 90 * dayMs);
});

test('with a period of 0 it is kept', async () => {
  const { app, begun } = await prepared({ RETENTION_OFFER_DAYS: '0' });
  app.clock.now = begun + 1_000 * dayMs;
  expect(await deleteWhatIsOver(app.context)).toEqual({});
});

const start = { insuranceStartDate: '2027-06-01' };
const laterJohanna = { ...johanna, 'horse-data': { ...johanna['horse-data'], ...start } };

test('the list is newest first, and says who prepared what for whom', async () => {
  const { app, antje, lukas } = await openOffice();
  const callbackId = await askForCall(app);
  const first = await prepare(lukas, { callbackId });
  app.clock.now += 1_000;
  const { dataProcessingConsent: _, salutation: __, ...contact } = kim['contact-data'];
  const second = await prepare(antje, { contact });
  const shared = { state: 'open', undeliverable: false, reply: null };
  const antjes = { createdBy: 'antje.brandt', createdAt: '2026-11-20T09:00:01.000Z' };
  const lukass = { createdBy: 'lukas.weber', createdAt: '2026-11-20T09:00:00.000Z' };
  expect((await lukas.ask('GET', api.preparations)).body).toEqual({
    preparations: [
      { ...second, ...shared, ...antjes, callbackId: null, name: 'Kim Lang' },
      { ...first, ...shared, ...lukass, callbackId, name: 'Johanna Sommer' },
    ],
    ...{ total: 2, totalPages: 1, waiting: 0 },
  });
});

test('the list is filtered by each state', async () => {
  const { app, lukas } = await openOffice();
  const expired = await prepare(lukas);
  const later = { horse: undefined };
  app.clock.now += 14 * dayMs;
  const [open, begun] = [await prepare(lukas, later), await prepare(lukas, later)];
  const completed = await prepare(lukas, later);
  await createVisitor(app, begun.applicationId).save('horse-data', laterJohanna['horse-data']);
  const customer = createVisitor(app, completed.applicationId);
  await customer.fill(laterJohanna);
  expect((await customer.complete()).status).toBe(200);
  for (const [name, { id }] of Object.entries({ open, begun, completed, expired })) {
    const { body } = await lukas.ask('GET', state(name));
    expect(body).toMatchObject({ preparations: [{ id, state: name }], total: 1, totalPages: 1 });
  }
  expect((await lukas.ask('GET', api.preparations)).body.total).toBe(4);
});

test('the list counts those that wait for their customer for three days, whatever it shows', async () => {
  const { app, lukas } = await openOffice();
  const waiting = async (path: string = api.preparations) => (await lukas.ask('GET', path)).body.waiting;
  const [left] = [await prepare(lukas), await prepare(lukas)];
  const customer = createVisitor(app, left.applicationId);
  await customer.save('horse-data', johanna['horse-data']);
  app.clock.now += 3 * dayMs - 1;
  expect(await waiting()).toBe(0);
  app.clock.now += 1;
  expect(await waiting()).toBe(1);
  expect(await waiting(`${state('completed')}&page=9&pageSize=1`)).toBe(1);
  await customer.save('contact-data', johanna['contact-data']);
  expect(await waiting()).toBe(0);
  app.clock.now += 30 * dayMs;
  expect(await waiting()).toBe(1);
  await customer.fill(laterJohanna);
  expect((await customer.complete()).status).toBe(200);
  app.clock.now += 30 * dayMs;
  expect(await waiting()).toBe(0);
});
