// ASVS 2.3.1
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications, sepaMandates } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { premiumOptions } from '#db/schema/tariffs';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import {
  type Applicant,
  answerOf,
  cast,
  createVisitor,
  johanna,
  matthias,
  sentence,
} from '#tests/support/people';
import { kindsOf, rowsOf } from '#tests/support/stored';

const day = 24 * 3_600_000;

const shared = setApp();

async function filled(person: Applicant = johanna, app: TestApp = shared) {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, applications]) await app.db.write((tx) => tx.delete(table));
  const visitor = createVisitor(app);
  await visitor.fill(person);
  return { app, visitor };
}

const references = async (app: TestApp) =>
  (await rowsOf(app, sepaMandates)).map(({ mandateReference }) => mandateReference ?? '');

describe('completing', () => {
  test.each(Object.entries(cast))('returns the application: %s', async (_, person) => {
    const { app, visitor } = await filled(person);
    await visitor.step(6);
    app.clock.now += 60_000;
    const { status, body } = await visitor.complete();
    expect(status).toBe(200);
    expect(body).toEqual({
      id: visitor.id,
      currentStep: 6,
      completed: true,
      createdAt: '2026-11-20T09:00:00.000Z',
      lastUpdated: '2026-11-20T09:01:00.000Z',
    });
    expect((await visitor.application()).body).toEqual(body);
  });

  test.each([
    ['no body', {}],
    ['an empty body', { raw: '' }],
    ['an empty object', { raw: '{}' }],
    ['unknown fields', { body: { completed: false, missing: [], premium: 1 } }],
  ])('accepts %s', async (_, options) => {
    const { app, visitor } = await filled();
    const { status, body } = await answerOf(
      await app.ask('PUT', href(api.complete, { id: visitor.id }), options),
    );
    expect({ status, completed: body.completed }).toEqual({ status: 200, completed: true });
  });

  test('queues one mail to the contact and one to staff, and wakes the worker', async () => {
    const { app, visitor } = await filled();
    expect(await kindsOf(app)).toEqual([]);
    const before = app.woken.count;
    await visitor.complete();
    const mails = await rowsOf(app, outbox);
    const recipients = mails.map(({ emailType, recipientEmail, applicationId }) => ({
      emailType,
      recipientEmail,
      applicationId,
    }));
    const applicationId = visitor.id;
    expect(recipients).toHaveLength(2);
    expect(recipients).toContainEqual({
      emailType: 'completion',
      recipientEmail: 'johanna.sommer@mail.example',
      applicationId,
    });
    expect(recipients).toContainEqual({
      emailType: 'internal_completion',
      recipientEmail: app.context.operator.mail.internalTo,
      applicationId,
    });
    expect(app.woken.count).toBeGreaterThan(before);
  });

  test('again returns the same and sends no mail', async () => {
    const { app, visitor } = await filled();
    const first = await visitor.complete();
    const [reference] = await references(app);
    app.clock.now += 30 * day;
    const again = [await visitor.complete(), await createVisitor(app, visitor.id).complete()];
    for (const { status, body } of again) expect({ status, body }).toEqual({ status: 200, body: first.body });
    expect(await kindsOf(app)).toEqual(['completion', 'internal_completion']);
    expect(await references(app)).toEqual([reference ?? 'none']);
  });

  // ASVS 2.3.4
  test('50 times at once happens once', async () => {
    const { app, visitor } = await filled();
    const answers = await Promise.all(Array.from({ length: 50 }, visitor.complete));
    const { body } = await visitor.application();
    for (const answer of answers)
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body });
    expect(body.completed).toBe(true);
    expect(await kindsOf(app)).toEqual(['completion', 'internal_completion']);
  });

  test('gives every mandate a unique reference of at most 35 characters', async () => {
    const app = await startApp();
    for (let count = 0; count < 20; count += 1) {
      const visitor = createVisitor(app);
      await visitor.fill(count % 2 ? johanna : matthias);
      await visitor.complete();
    }
    const given = await references(app);
    expect(new Set(given).size).toBe(20);
    // the characters that the SEPA rulebook allows in a mandate reference
    for (const reference of given) expect(reference).toMatch(/^[A-Za-z0-9+?/:().,' -]{1,35}$/);
  });
});

test('a save during the completion is part of the completed application or is refused', async () => {
  const app = await startApp();
  const headers = await app.signIn();
  for (let round = 0; round < 10; round += 1) {
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    const change = { ...johanna['policyholder-info'], city: 'Halle' };
    const saves = [() => visitor.save('policyholder-info', change), visitor.complete];
    const answers = await Promise.all((round % 2 ? saves : saves.toReversed()).map((save) => save()));
    const statuses = answers.map(({ status }) => status);
    const saved = !statuses.includes(409);
    expect(statuses.sort()).toEqual(saved ? [200, 200] : [200, 409]);
    const response = await app.ask('GET', href(api.set('policyholder-info'), { id: visitor.id }), {
      headers,
    });
    expect(await response.json()).toMatchObject({ city: saved ? 'Halle' : 'Leipzig' });
  }
});

describe('completing is refused', () => {
  test('while data sets are missing, and names them in the order of the wizard', async () => {
    const app = await startApp();
    for (let bits = 1; bits < 31; bits += 1) {
      const visitor = createVisitor(app);
      const missing = setKeys.filter((_, index) => !(bits & (1 << index)));
      for (const key of setKeys.filter((one) => !missing.includes(one)).toReversed()) {
        await visitor.save(key, johanna[key]);
      }
      const { status, body } = await visitor.complete();
      expect({ status, body }).toEqual({ status: 422, body: { message: 'Unvollständige Daten', missing } });
      expect((await visitor.application()).body.completed).toBe(false);
    }
    expect(await kindsOf(app)).toEqual([]);
  });

  test('when the start of the insurance has passed, until the applicant changes it', async () => {
    const { app, visitor } = await filled();
    app.clock.now = Date.parse('2026-11-21T22:59:59Z');
    await visitor.step(6);
    app.clock.now = Date.parse('2026-11-21T23:00:00Z');
    const { status, body } = await visitor.complete();
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({
      path: expect.stringContaining('insuranceStartDate'),
      message: 'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen',
    });
    expect((await visitor.application()).body.completed).toBe(false);
    expect(await kindsOf(app)).toEqual([]);
    await visitor.save('horse-data', { ...johanna['horse-data'], insuranceStartDate: '2026-11-22' });
    expect((await visitor.complete()).status).toBe(200);
  });

  test('only after the last second of the day on which the insurance starts', async () => {
    const { app, visitor } = await filled();
    app.clock.now = Date.parse('2026-11-21T22:59:59Z');
    expect((await visitor.complete()).status).toBe(200);
  });
});

describe('a completed application', () => {
  async function completed(env: Record<string, string> = {}) {
    const { app, visitor } = await filled(johanna, await startApp({ env }));
    const records = await Promise.all(setKeys.map(async (key) => (await visitor.read(key)).body));
    await visitor.complete();
    return { app, visitor, records };
  }

  test('accepts no more writes, not even from its author', async () => {
    const { app, visitor } = await completed();
    const staff = await app.signIn();
    for (const key of setKeys) {
      for (const { status, body } of [
        await visitor.save(key, matthias[key]),
        await answerOf(
          await app.ask('POST', href(api.set(key), { id: visitor.id }), {
            body: matthias[key],
            headers: staff,
          }),
        ),
      ]) {
        expect({ key, status, body }).toEqual({
          key,
          status: 409,
          body: { message: sentence },
        });
      }
    }
    for (const step of [1, 6]) expect((await visitor.step(step)).status).toBe(409);
    expect((await visitor.application()).body).toMatchObject({ completed: true });
  });

  test('shows its data sets to staff only', async () => {
    const { app, visitor, records } = await completed();
    const staff = await app.signIn();
    for (const [index, key] of setKeys.entries()) {
      expect((await visitor.read(key)).status).toBe(404);
      for (const authorization of ['Bearer x', 'Bearer ', 'x']) {
        const path = href(api.set(key), { id: visitor.id });
        expect((await app.ask('GET', path, { headers: { authorization } })).status).not.toBe(200);
      }
      const { status, body } = await answerOf(
        await app.ask('GET', href(api.set(key), { id: visitor.id }), { headers: staff }),
      );
      expect(status).toBe(200);
      const { iban: _iban, bic: _bic, ...fields } = { ...records[index] };
      expect(body).toMatchObject(fields);
    }
    expect((await visitor.application()).status).toBe(200);
  });

  test('records what staff read of it', async () => {
    const { app, visitor } = await completed();
    const path = href(api.set('contact-data'), { id: visitor.id });
    await app.ask('GET', path, { headers: await app.signIn() });
    const rows = await app.db.read.select().from(auditLog).where(eq(auditLog.action, 'details_opened'));
    expect(rows).toMatchObject([{ username: 'admin', subjectId: visitor.id }]);
  });

  test('shows nothing to staff who must set up a second factor first', async () => {
    const { app, visitor } = await completed({ SECOND_FACTOR: 'required' });
    const staff = await app.signIn();
    for (const key of setKeys) {
      const path = href(api.set(key), { id: visitor.id });
      expect((await app.ask('GET', path, { headers: staff })).status).toBe(404);
    }
  });

  test('keeps its premium when the prices change', async () => {
    const { app, visitor } = await completed();
    await app.db.write(async (tx) => {
      await tx.update(premiumOptions).set({ monthlyCents: 1 });
    });
    const path = href(api.set('tariff-selection'), { id: visitor.id });
    const { body } = await answerOf(await app.ask('GET', path, { headers: await app.signIn() }));
    expect(body).toMatchObject({ monthlyPremium: 44.58, annualPremium: 534.96 });
  });
});

test('completing uses the current prices', async () => {
  const { app, visitor } = await filled();
  await app.db.write(async (tx) => {
    await tx.update(premiumOptions).set({ monthlyCents: 10_00 }).where(eq(premiumOptions.tariffType, 'top'));
  });
  await visitor.complete();
  const path = href(api.set('tariff-selection'), { id: visitor.id });
  const { body } = await answerOf(await app.ask('GET', path, { headers: await app.signIn() }));
  expect(body).toMatchObject({ monthlyPremium: 10, annualPremium: 120 });
});
