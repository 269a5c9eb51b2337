/** A handler prepares an application on the telephone, sends the invitation again, or deletes it. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { preparations } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { idTaken } from '#domain/fields';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { createVisitor, johanna, sentence } from '#tests/support/people';
import { hire, openOffice } from '../staff';
import { actionsIn, askForCall, dictated, follow, invitationsIn, prepare, state } from './call';

const hour = 3_600_000;
const day = 24 * hour;
type Office = Awaited<ReturnType<typeof openOffice>>;

test('an application is there from the call on, without any data, and its person is invited', async () => {
  const office = await openOffice();
  const { app, lukas } = office;
  const { id, applicationId, expiresAt } = await prepare(lukas);
  expect(expiresAt).toBe(new Date(app.clock.now + 14 * day).toISOString());
  const visitor = createVisitor(app, applicationId);
  expect((await visitor.application()).body).toMatchObject({ currentStep: 1, completed: false });
  for (const key of setKeys) expect((await visitor.read(key)).status).toBe(404);
  expect(await invitationsIn(office.app)).toEqual([
    expect.objectContaining({
      applicationId,
      recipientEmail: dictated.contact.email,
      recipientName: 'Johanna Sommer',
      byHand: true,
    }),
  ]);
  expect(await actionsIn(office.app)).toEqual([['lukas.weber', 'preparation_created', id]]);
});

test('nothing is stored of consents, declarations and bank data', async () => {
  const { app, lukas } = await openOffice();
  const { applicationId } = await prepare(lukas, {
    contact: { ...dictated.contact, dataProcessingConsent: true, reminderConsent: true },
    horse: { ...dictated.horse, requirementsConsent: true },
    policyholder: { city: 'Leipzig', ...johanna['sepa-mandate'] },
    'sepa-mandate': johanna['sepa-mandate'],
    adviceWaiver: true,
  });
  const [stored] = await app.db.read.select().from(preparations);
  expect(stored?.values).toEqual({ ...dictated, policyholder: { city: 'Leipzig' } });
  const { body } = await createVisitor(app, applicationId).send(
    'GET',
    href(api.prefill, { id: applicationId }),
  );
  expect(JSON.stringify(body)).not.toMatch(/consent|iban|waiver/i);
});

test('addresses are stored as people read them, also that of the policyholder', async () => {
  const { app, lukas } = await openOffice();
  const policyholder = { email: 'karl@xn--mller-kva.example' };
  await prepare(lukas, { contact: { ...dictated.contact, email: 'jo@XN--MLLER-KVA.example' }, policyholder });
  const [stored] = await app.db.read.select().from(preparations);
  expect([stored?.email, stored?.values.contact.email, stored?.values.policyholder?.email]).toEqual([
    'jo@müller.example',
    'jo@müller.example',
    'karl@müller.example',
  ]);
});

test.each([
  ['contact.email', { contact: { ...dictated.contact, email: 'jo' } }],
  ['contact.lastName', { contact: { ...dictated.contact, lastName: ' ' } }],
  ['horse.birthDate', { horse: { birthDate: '2026-11-21' } }],
  ['horse.insuranceStartDate', { horse: { insuranceStartDate: '2026-11-19' } }],
  ['tariff.selfParticipation', { tariff: { ...dictated.tariff, selfParticipation: 300 } }],
  ['policyholder.zipCode', { policyholder: { zipCode: '12' } }],
  ['policyholder.birthDate', { policyholder: { birthDate: '2015-01-01' } }],
  ['id', { id: 'mine' }],
  ['callbackId', { callbackId: 'theirs' }],
])('what breaks the rule of %s is refused, and nobody is invited', async (path, change) => {
  const office = await openOffice();
  const given = { id: crypto.randomUUID(), ...dictated, ...change };
  const { status, body } = await office.lukas.ask('POST', api.preparations, given);
  expect([status, body.errors]).toEqual([422, [{ path, message: sentence }]]);
  expect(await invitationsIn(office.app)).toEqual([]);
});

describe('for a callback', () => {
  test('it is processed, and the list shows what becomes of it', async () => {
    const office = await openOffice();
    const { app, lukas } = office;
    const callbackId = await askForCall(app);
    const row = async () => (await lukas.list(api.staffCallbacks))[0];
    expect(await row()).toMatchObject({ processed: false, preparation: null });
    const { id, applicationId } = await prepare(lukas, { callbackId });
    expect(await row()).toMatchObject({ processed: true, preparation: 'open' });
    expect(await actionsIn(office.app)).toEqual([
      ['lukas.weber', 'preparation_created', id],
      ['lukas.weber', 'callback_processed', callbackId],
    ]);
    const visitor = createVisitor(app, applicationId);
    await visitor.save('horse-data', johanna['horse-data']);
    expect(await row()).toMatchObject({ preparation: 'begun' });
    await visitor.fill(johanna);
    await visitor.complete();
    expect(await row()).toMatchObject({ preparation: 'completed' });
    app.clock.now += 1;
    const again = await prepare(lukas, { callbackId });
    expect(await row()).toMatchObject({ preparation: 'open' });
    app.clock.now += 14 * day;
    expect(await row()).toMatchObject({ preparation: 'expired' });
    await lukas.ask('DELETE', href(api.staffApplication, { id: again.applicationId }));
    expect(await row()).toMatchObject({ preparation: 'completed' });
  });

  test('two handlers at once prepare one: the second is refused', async () => {
    const office = await openOffice();
    const callbackId = await askForCall(office.app);
    const ask = ({ ask }: Office['lukas']) =>
      ask('POST', api.preparations, { id: crypto.randomUUID(), ...dictated, callbackId });
    const answers = await Promise.all([ask(office.lukas), ask(office.antje)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await invitationsIn(office.app)).toHaveLength(1);
  });

  test('that is unknown or deleted, nothing is prepared', async () => {
    const { app, lukas } = await openOffice();
    const callbackId = await askForCall(app);
    await lukas.ask('DELETE', href(api.staffCallback, { id: callbackId }));
    for (const unknown of [callbackId, crypto.randomUUID()]) {
      const given = { id: crypto.randomUUID(), ...dictated, callbackId: unknown };
      expect((await lukas.ask('POST', api.preparations, given)).status).toBe(404);
    }
  });

  test('that is deleted later, it stays, and the same call answers as before', async () => {
    const { app, lukas } = await openOffice();
    const callbackId = await askForCall(app);
    const { id, ...created } = await prepare(lukas, { callbackId });
    await lukas.ask('DELETE', href(api.staffCallback, { id: callbackId }));
    const { preparations: rows } = (await lukas.ask('GET', api.preparations)).body;
    expect(rows).toMatchObject([{ id, callbackId: null, state: 'open' }]);
    const again = await lukas.ask('POST', api.preparations, { id, ...dictated, callbackId });
    expect([again.status, again.body]).toEqual([201, created]);
    const other = await lukas.ask('POST', api.preparations, { id, ...dictated });
    expect([other.status, other.body.message]).toEqual([409, idTaken]);
  });
});

describe('the invitation', () => {
  test('is sent again once an hour, with a link of another 14 days', async () => {
    const office = await openOffice();
    const { app, lukas, antje } = office;
    const { id, applicationId } = await prepare(lukas);
    const again = () => antje.ask('POST', href(api.invitePreparation, { id }));
    // the first one may not have arrived, and the person is on the telephone
    expect((await again()).status).toBe(202);
    app.clock.now += hour - 1;
    expect((await again()).status).toBe(409);
    app.clock.now += 1;
    const { status, body } = await again();
    const expiresAt = new Date(app.clock.now + 14 * day).toISOString();
    expect([status, body]).toEqual([202, { applicationId, expiresAt }]);
    expect((await again()).status).toBe(409);
    expect(await invitationsIn(office.app)).toHaveLength(3);
    expect((await actionsIn(office.app)).at(-1)).toEqual(['antje.brandt', 'preparation_invited', id]);
    app.clock.now += 14 * day - 1;
    expect((await follow(app, applicationId)).location).toEndWith(applicationId);
  });

  test('is sent again after its end, and that begins anew', async () => {
    const { app, lukas } = await openOffice();
    const { id } = await prepare(lukas);
    app.clock.now += 14 * day;
    const listed = async (name: string) => (await lukas.ask('GET', state(name))).body.total;
    expect([await listed('open'), await listed('expired')]).toEqual([0, 1]);
    const { status, body } = await lukas.ask('DELETE', href(api.preparation, { id }));
    expect([status, body.message]).toEqual([409, expect.stringContaining('erneut senden')]);
    expect((await lukas.ask('POST', href(api.invitePreparation, { id }))).status).toBe(202);
    expect([await listed('open'), await listed('expired')]).toEqual([1, 0]);
  });

  test('goes to the address that the customer has saved meanwhile', async () => {
    const office = await openOffice();
    const { app, lukas } = office;
    const { id, applicationId } = await prepare(lukas);
    const email = 'jo.winter@mail.example';
    await createVisitor(app, applicationId).save('contact-data', { ...johanna['contact-data'], email });
    app.clock.now += hour;
    await lukas.ask('POST', href(api.invitePreparation, { id }));
    expect((await invitationsIn(office.app)).map((mail) => mail.recipientEmail).toSorted()).toEqual([
      email,
      dictated.contact.email,
    ]);
  });

  test('is outside the caps, and reaches an address from which a mail came back', async () => {
    const office = await openOffice();
    const { app, lukas } = office;
    const { id, applicationId } = await prepare(lukas);
    const isReturned = async () =>
      ((await lukas.ask('GET', api.preparations)).body.preparations as { undeliverable: boolean }[])[0]
        ?.undeliverable;
    await app.db.write((tx) =>
      tx
        .update(outbox)
        .set({ status: 'bounced', bouncedAt: 1, stopsAddress: true })
        .where(eq(outbox.applicationId, applicationId)),
    );
    expect(await isReturned()).toBe(true);
    app.context.config.rateLimit = true;
    app.clock.now += hour;
    expect((await lukas.ask('POST', href(api.invitePreparation, { id }))).status).toBe(202);
    expect(await isReturned()).toBe(false);
    for (let count = 0; count < 5; count += 1) await prepare(lukas);
    expect(await invitationsIn(office.app)).toHaveLength(7);
  });

  test('goes out 20 times in a day and account, first ones and repeated ones together', async () => {
    const office = await openOffice();
    const { app, lukas, antje } = office;
    app.context.config.rateLimit = true;
    const first = await prepare(lukas);
    for (let count = 1; count < 19; count += 1) await prepare(lukas);
    app.clock.now += hour;
    const again = ({ ask }: Office['lukas']) => ask('POST', href(api.invitePreparation, first));
    expect((await again(lukas)).status).toBe(202);
    const more = await lukas.ask('POST', api.preparations, { id: crypto.randomUUID(), ...dictated });
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, String(23 * 3_600)]);
    expect(await invitationsIn(office.app)).toHaveLength(20);
    app.clock.now += hour;
    expect((await again(lukas)).status).toBe(429);
    expect((await again(antje)).status).toBe(202);
    app.clock.now += 22 * hour;
    await prepare(lukas);
  });

  test('counts those that were deleted since', async () => {
    const { app, lukas } = await openOffice();
    app.context.config.rateLimit = true;
    for (let count = 0; count < 20; count += 1) {
      const { id } = await prepare(lukas);
      await lukas.ask('DELETE', href(api.preparation, { id }));
    }
    const given = { id: crypto.randomUUID(), ...dictated };
    expect((await lukas.ask('POST', api.preparations, given)).status).toBe(429);
    await prepare(await hire(app, 'kim.berg', 'sachbearbeiter'));
  });
});
