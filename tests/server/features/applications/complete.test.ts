// ASVS 2.3.1
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications, sepaMandates } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { premiumOptions } from '#db/schema/tariffs';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { begun, filled } from '#tests/support/applications';
import { answerOf, createVisitor, johanna, matthias, sentence, type Visitor } from '#tests/support/people';
import { auditOf, kindsOf, mailsOf, rowsOf } from '#tests/support/stored';

const app = setApp();

beforeEach(async () => {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, applications]) await app.db.write((tx) => tx.delete(table));
});

const both = ['completion', 'internal_completion'];
const references = async () =>
  (await rowsOf(app, sepaMandates)).map(({ mandateReference }) => mandateReference ?? '');

/** A data set as staff read it. */
const readByStaff = async (at: TestApp, { id }: Visitor, key: (typeof setKeys)[number]) =>
  answerOf(await at.ask('GET', href(api.set(key), { id }), { headers: await at.signIn() }));

describe('completing', () => {
  test('returns the application, queues one mail to the contact and one to staff, and wakes the worker', async () => {
    const visitor = await filled(app);
    await visitor.step(6);
    expect([await kindsOf(app), app.woken.count]).toEqual([[], 0]);
    app.clock.now += 60_000;
    const { status, body } = await visitor.complete();
    const times = { createdAt: '2026-11-20T09:00:00.000Z', lastUpdated: '2026-11-20T09:01:00.000Z' };
    expect([status, body]).toEqual([200, { id: visitor.id, currentStep: 6, completed: true, ...times }]);
    expect((await visitor.application()).body).toEqual(body);
    const mails = await mailsOf(app);
    const told = mails.map((mail) => [mail.emailType, mail.recipientEmail, mail.applicationId]);
    expect(told.toSorted()).toEqual([
      ['completion', 'johanna.sommer@mail.example', visitor.id],
      ['internal_completion', app.context.operator.mail.internalTo, visitor.id],
    ]);
    expect(app.woken.count).toBeGreaterThan(0);
  });

  test.each([
    ['no body', {}],
    ['an empty body', { raw: '' }],
    ['an empty object', { raw: '{}' }],
    ['unknown fields', { body: { completed: false, missing: [], premium: 1 } }],
  ])('accepts %s', async (_, options) => {
    const { id } = await filled(app);
    const { status, body } = await answerOf(await app.ask('PUT', href(api.complete, { id }), options));
    expect({ status, completed: body.completed }).toEqual({ status: 200, completed: true });
  });

  test('again returns the same and sends no mail', async () => {
    const visitor = await filled(app);
    const { body } = await visitor.complete();
    const before = await references();
    app.clock.now += 30 * 24 * 3_600_000;
    for (const again of [visitor, createVisitor(app, visitor.id)])
      expect(await again.complete()).toMatchObject({ status: 200, body });
    expect([await kindsOf(app), await references()]).toEqual([both, before]);
  });

  // ASVS 2.3.4
  test('50 times at once happens once', async () => {
    const visitor = await filled(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.complete()));
    const { body } = await visitor.application();
    expect(body.completed).toBe(true);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body });
    expect(await kindsOf(app)).toEqual(both);
  });

  test('gives every mandate a unique reference of at most 35 characters', async () => {
    for (let count = 0; count < 20; count += 1)
      await (await filled(app, count % 2 ? johanna : matthias)).complete();
    const given = await references();
    expect(new Set(given).size).toBe(20);
    // the characters that the SEPA rulebook allows in a mandate reference
    for (const reference of given) expect(reference).toMatch(/^[A-Za-z0-9+?/:().,' -]{1,35}$/);
  });
});

test('a save during the completion is part of the completed application or is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const visitor = await filled(app);
    const change = { ...johanna['policyholder-info'], city: 'Halle' };
    const saves = [() => visitor.save('policyholder-info', change), () => visitor.complete()];
    const answers = await Promise.all((round % 2 ? saves : saves.toReversed()).map((save) => save()));
    const statuses = answers.map(({ status }) => status);
    const saved = !statuses.includes(409);
    expect(statuses.sort()).toEqual(saved ? [200, 200] : [200, 409]);
    const { body } = await readByStaff(app, visitor, 'policyholder-info');
    expect(body).toMatchObject({ city: saved ? 'Halle' : 'Leipzig' });
  }
});

describe('completing is refused', () => {
  test('while data sets are missing, and names them in the order of the wizard', async () => {
    for (let bits = 1; bits < 31; bits += 1) {
      const missing = setKeys.filter((_, index) => !(bits & (1 << index)));
      const visitor = await begun(app, setKeys.filter((one) => !missing.includes(one)).toReversed());
      const { status, body } = await visitor.complete();
      expect([status, body]).toEqual([422, { message: 'Unvollständige Daten', missing }]);
      expect((await visitor.application()).body.completed).toBe(false);
    }
    expect(await kindsOf(app)).toEqual([]);
  });

  test('when the day on which the insurance starts is over, until the applicant changes it', async () => {
    const [last, visitor] = [await filled(app), await filled(app)];
    app.clock.now = Date.parse('2026-11-21T22:59:59Z');
    await visitor.step(6);
    expect((await last.complete()).status).toBe(200);
    app.clock.now += 1_000;
    const { status, body } = await visitor.complete();
    const message = 'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen';
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ path: expect.stringContaining('insuranceStartDate'), message });
    expect((await visitor.application()).body.completed).toBe(false);
    expect(await kindsOf(app)).toEqual(both);
    await visitor.save('horse-data', { ...johanna['horse-data'], insuranceStartDate: '2026-11-22' });
    expect((await visitor.complete()).status).toBe(200);
  });
});

describe('a completed application', () => {
  async function completed() {
    const own = await startApp();
    const visitor = await filled(own);
    const records = await Promise.all(setKeys.map(async (key) => (await visitor.read(key)).body));
    await visitor.complete();
    return { own, visitor, records, staff: await own.signIn() };
  }

  test('accepts no more writes, neither from its author nor from staff', async () => {
    const { own, visitor, staff } = await completed();
    const answers = [await visitor.step(1)];
    for (const key of setKeys) {
      answers.push(await visitor.save(key, matthias[key]));
      const sent = { body: matthias[key], headers: staff };
      answers.push(await answerOf(await own.ask('POST', href(api.set(key), visitor), sent)));
    }
    for (const { status, body } of answers) expect([status, body.message]).toEqual([409, sentence]);
    expect((await visitor.application()).body).toMatchObject({ completed: true });
  });

  test('shows its data sets to staff only, records that, and keeps its premium when prices change', async () => {
    const { own, visitor, records, staff } = await completed();
    await own.db.write(async (tx) => void (await tx.update(premiumOptions).set({ monthlyCents: 1 })));
    for (const [index, key] of setKeys.entries()) {
      const path = href(api.set(key), visitor);
      expect((await visitor.read(key)).status).toBe(404);
      for (const authorization of ['Bearer x', 'Bearer ', 'x'])
        expect((await own.ask('GET', path, { headers: { authorization } })).status).not.toBe(200);
      const { status, body } = await answerOf(await own.ask('GET', path, { headers: staff }));
      const { iban: _iban, bic: _bic, ...fields } = { ...records[index] };
      expect([status, body]).toMatchObject([200, fields]);
    }
    const { body } = await readByStaff(own, visitor, 'tariff-selection');
    expect(body).toMatchObject({ monthlyPremium: 44.58, annualPremium: 534.96 });
    expect((await visitor.application()).status).toBe(200);
    const opened = [{ username: 'admin', subjectId: visitor.id }];
    expect(await auditOf(own, 'details_opened')).toMatchObject(opened);
  });
});
