/** A handler prepares an application on the telephone, and sends the invitation again. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { callbackRequests, preparations } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { idTaken } from '#domain/fields';
import { setKeys } from '#domain/steps/all';
import { dayMs, hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { testNow } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';
import { deedsOf, openOffice, type Staff, setOffice, statusesOf } from '../staff';
import { askForCall, dictated, follow, invitationsIn, prepare, state } from './call';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [applications, callbackRequests, outbox]) await app.db.write((tx) => tx.delete(table));
});

const ask = (change: object = {}, by: Staff = office.lukas) =>
  by.ask('POST', api.preparations, { id: crypto.randomUUID(), ...dictated, ...change });
const invite = (id: string, by: Staff = office.lukas) => by.ask('POST', href(api.invitePreparation, { id }));
const listed = async () => (await office.lukas.ask('GET', api.preparations)).body;
const callback = async () => (await office.lukas.list(api.staffCallbacks))[0];
const inTwoWeeks = () => new Date(app.clock.now + 14 * dayMs).toISOString();

test('an application is there from the call on, without any data, and its person is invited', async () => {
  const { id, applicationId, expiresAt } = await prepare(office.lukas);
  expect(expiresAt).toBe(inTwoWeeks());
  const visitor = createVisitor(app, applicationId);
  expect((await visitor.application()).body).toMatchObject({ currentStep: 1, completed: false });
  for (const key of setKeys) expect((await visitor.read(key)).status).toBe(404);
  const { email } = dictated.contact;
  const mail = { applicationId, recipientEmail: email, recipientName: 'Johanna Sommer', byHand: true };
  expect(await invitationsIn(app)).toMatchObject([mail]);
  expect(await deedsOf(app, id)).toEqual(['lukas.weber preparation_created']);
});

test('nothing is stored of consents, declarations and bank data', async () => {
  const { applicationId } = await prepare(office.lukas, {
    contact: { ...dictated.contact, dataProcessingConsent: true, reminderConsent: true },
    horse: { ...dictated.horse, requirementsConsent: true },
    policyholder: { city: 'Leipzig', ...johanna['sepa-mandate'] },
    'sepa-mandate': johanna['sepa-mandate'],
    adviceWaiver: true,
  });
  const [stored] = await rowsOf(app, preparations);
  expect(stored?.values).toEqual({ ...dictated, policyholder: { city: 'Leipzig' } });
  const visitor = createVisitor(app, applicationId);
  const { body } = await visitor.send('GET', href(api.prefill, visitor));
  expect(JSON.stringify(body)).not.toMatch(/consent|iban|waiver/i);
});

test('addresses are stored as people read them, also that of the policyholder', async () => {
  const email = 'jo@XN--MLLER-KVA.example';
  await prepare(office.lukas, { contact: { ...dictated.contact, email }, policyholder: { email } });
  const [stored] = await rowsOf(app, preparations);
  const read = { email: 'jo@müller.example' };
  expect(stored).toMatchObject({ ...read, values: { contact: read, policyholder: read } });
});

describe('for a callback', () => {
  test('it is processed, and the list shows what becomes of it', async () => {
    const callbackId = await askForCall(app);
    expect(await callback()).toMatchObject({ processed: false, preparation: null });
    const { id, applicationId } = await prepare(office.lukas, { callbackId });
    expect(await callback()).toMatchObject({ processed: true, preparation: 'open' });
    const deeds = ['lukas.weber preparation_created', 'lukas.weber callback_processed'];
    expect(await deedsOf(app, id, callbackId)).toEqual(deeds);
    const visitor = createVisitor(app, applicationId);
    await visitor.save('horse-data', johanna['horse-data']);
    expect(await callback()).toMatchObject({ preparation: 'begun' });
    await visitor.fill(johanna);
    await visitor.complete();
    expect(await callback()).toMatchObject({ preparation: 'completed' });
    app.clock.now += 1;
    const again = await prepare(office.lukas, { callbackId });
    expect(await callback()).toMatchObject({ preparation: 'open' });
    app.clock.now += 14 * dayMs;
    expect(await callback()).toMatchObject({ preparation: 'expired' });
    await office.lukas.ask('DELETE', href(api.staffApplication, { id: again.applicationId }));
    expect(await callback()).toMatchObject({ preparation: 'completed' });
  });

  test('two handlers at once prepare one: the second is refused', async () => {
    const callbackId = await askForCall(app);
    const both = [ask({ callbackId }), ask({ callbackId }, office.antje)];
    expect(await statusesOf(both)).toEqual([201, 409]);
    expect(await invitationsIn(app)).toHaveLength(1);
  });

  test('that is unknown or deleted, nothing is prepared', async () => {
    const id = await askForCall(app);
    await office.lukas.ask('DELETE', href(api.staffCallback, { id }));
    for (const callbackId of [id, crypto.randomUUID()]) expect((await ask({ callbackId })).status).toBe(404);
  });

  test('that is deleted later, it stays, and the same call answers as before', async () => {
    const callbackId = await askForCall(app);
    const { id, ...created } = await prepare(office.lukas, { callbackId });
    await office.lukas.ask('DELETE', href(api.staffCallback, { id: callbackId }));
    expect((await listed()).preparations).toMatchObject([{ id, callbackId: null, state: 'open' }]);
    expect(await ask({ id, callbackId })).toMatchObject({ status: 201, body: created });
    expect(await ask({ id })).toMatchObject({ status: 409, body: { message: idTaken } });
  });
});

describe('the invitation', () => {
  test('is sent again once an hour, with a link of another 14 days', async () => {
    const { id, applicationId } = await prepare(office.lukas);
    // the first one may not have arrived, and the person is on the telephone
    expect((await invite(id, office.antje)).status).toBe(202);
    app.clock.now += hourMs - 1;
    expect((await invite(id)).status).toBe(409);
    app.clock.now += 1;
    expect(await invite(id)).toMatchObject({ status: 202, body: { applicationId, expiresAt: inTwoWeeks() } });
    expect((await invite(id)).status).toBe(409);
    expect(await invitationsIn(app)).toHaveLength(3);
    expect(await deedsOf(app, id)).toContain('antje.brandt preparation_invited');
    app.clock.now += 14 * dayMs - 1;
    expect((await follow(app, applicationId)).location).toEndWith(applicationId);
  });

  test('is sent again after its end, and that begins anew', async () => {
    const { id } = await prepare(office.lukas);
    app.clock.now += 14 * dayMs;
    const total = async (name: string) => (await office.lukas.ask('GET', state(name))).body.total;
    expect([await total('open'), await total('expired')]).toEqual([0, 1]);
    const { status, body } = await office.lukas.ask('DELETE', href(api.preparation, { id }));
    expect([status, body.message]).toEqual([409, expect.stringContaining('erneut senden')]);
    expect((await invite(id)).status).toBe(202);
    expect([await total('open'), await total('expired')]).toEqual([1, 0]);
  });

  test('goes to the address that the customer has saved meanwhile', async () => {
    const { id, applicationId } = await prepare(office.lukas);
    const email = 'jo.winter@mail.example';
    await createVisitor(app, applicationId).save('contact-data', { ...johanna['contact-data'], email });
    app.clock.now += hourMs;
    await invite(id);
    const recipients = (await invitationsIn(app)).map((mail) => mail.recipientEmail);
    expect(recipients.toSorted()).toEqual([email, dictated.contact.email]);
  });
});

test('invitations that are sent again count towards the twenty of a day too', async () => {
  const { app, lukas, antje } = await openOffice({ env: { RATE_LIMIT: 'on' } });
  const { id } = await prepare(lukas);
  for (let count = 1; count < 19; count += 1) await prepare(lukas);
  app.clock.now += hourMs;
  expect((await invite(id, lukas)).status).toBe(202);
  expect((await ask({}, lukas)).status).toBe(429);
  expect(await invitationsIn(app)).toHaveLength(20);
  app.clock.now += hourMs;
  expect((await invite(id, lukas)).status).toBe(429);
  expect((await invite(id, antje)).status).toBe(202);
});

test('an invitation that is sent again reaches an address from which a mail came back', async () => {
  const { id } = await prepare(office.lukas);
  await app.db.write((tx) => tx.update(outbox).set({ stopsAddress: true }));
  expect(await listed()).toMatchObject({ preparations: [{ undeliverable: true }] });
  app.clock.now += hourMs;
  expect((await invite(id)).status).toBe(202);
  expect(await listed()).toMatchObject({ preparations: [{ undeliverable: false }] });
});
