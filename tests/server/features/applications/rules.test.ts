/**
 * The server applies the rules of `tests/domain/rules.ts` by the day in Germany. What counts towards the limits of writes
 * and beginnings; their numbers and clients are in `http/limits`.
 */
// ASVS 2.1.2, 2.2.2, 2.2.3, 2.4.1
import { describe, expect, test } from 'bun:test';
import { applications, horseData } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { networkHash } from '#server/keyed-hash';
import { right, wrong } from '#tests/domain/rules';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, sentence } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';

const app = setApp();

describe.each(setKeys)('%s', (key) => {
  test('takes a valid record, and refuses a wrong field with its path and message', async () => {
    const visitor = createVisitor(app);
    const [, change, path, message] = wrong[key][0] ?? ['', {}, ''];
    const { status, body } = await visitor.save(key, { ...johanna[key], ...change });
    const errors = [{ path, message: message ?? sentence }];
    expect({ status, body }).toEqual({ status: 422, body: { message: sentence, errors } });
    expect((await visitor.application()).status).toBe(404);
    const [, valid] = right[key][0] ?? ['', {}];
    expect((await visitor.save(key, { ...johanna[key], ...valid })).status).toBe(201);
  });

  test('returns one error for each wrong field', async () => {
    const paths = new Set(wrong[key].map(([, , path]) => path));
    const nothing = Object.fromEntries([...paths].map((path) => [path, {}]));
    const { status, body } = await createVisitor(app).save(key, nothing);
    expect(status).toBe(422);
    const errors = body.errors as { path: string; message: string }[];
    expect(errors.map(({ path }) => path).sort()).toEqual([...paths].sort());
  });
});

const begins = (visitor: ReturnType<typeof createVisitor>, insuranceStartDate: string) =>
  visitor.save('horse-data', { ...johanna['horse-data'], insuranceStartDate });

test.each([
  ['a second before midnight', '2026-11-20T22:59:59Z', '2026-11-20', '2026-11-19'],
  ['midnight', '2026-11-20T23:00:00Z', '2026-11-21', '2026-11-20'],
  ['after midnight in London', '2026-11-21T00:30:00Z', '2026-11-21', '2026-11-20'],
  ['midnight in summer', '2027-07-01T22:00:00Z', '2027-07-02', '2027-07-01'],
])('the insurance starts today in Germany at the earliest: %s', async (_, now, first, past) => {
  app.clock.now = Date.parse(now);
  const visitor = createVisitor(app);
  const message = 'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen';
  expect((await begins(visitor, past)).body.errors).toEqual([{ path: 'insuranceStartDate', message }]);
  expect((await begins(visitor, first)).status).toBe(201);
});

test('somebody comes of age at midnight in Germany', async () => {
  app.clock.now = Date.parse('2026-11-20T22:59:59Z');
  const visitor = createVisitor(app);
  const young = { ...johanna['policyholder-info'], birthDate: '2008-11-21' };
  expect((await visitor.save('policyholder-info', young)).status).toBe(422);
  app.clock.now += 1000;
  expect((await visitor.save('policyholder-info', young)).status).toBe(201);
});

test('an application whose insurance would begin in more than a year is not completed', async () => {
  const app = await startApp();
  const visitor = await filled(app);
  const message = 'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen';
  const errors = [{ path: 'insuranceStartDate', message }];
  for (const late of ['2027-11-21', '9999-12-31'])
    expect((await begins(visitor, late)).body.errors).toEqual(errors);
  expect((await begins(visitor, '2027-11-20')).status).toBe(200);
  // as a version of the product without this rule stored it
  await app.db.write((tx) => tx.update(horseData).set({ insuranceStartDate: '2027-11-21' }));
  expect((await visitor.complete()).body.errors).toEqual(errors);
});

const minute = 60_000;
const env = { RATE_LIMIT: 'on', TRUST_PROXY: 'true' };
const from = (address: string) => ({ 'x-forwarded-for': address });
const saveFrom = (app: TestApp, address: string, id: string, key: keyof typeof johanna, body?: object) =>
  app.ask('POST', href(api.set(key), { id }), { body: body ?? johanna[key], headers: from(address) });

test('writes of all kinds count together, and reading has no limit', async () => {
  const app = await startApp({ env });
  const visitor = await filled(app);
  for (let count = 5; count < 60; count += 1) expect((await visitor.step(1 + (count % 6))).status).toBe(200);
  const refused = [
    await visitor.step(1),
    await visitor.save('horse-data', johanna['horse-data']),
    await visitor.complete(),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  for (let count = 0; count < 80; count += 1) {
    expect((await visitor.read('horse-data')).status).toBe(200);
    expect((await app.ask('GET', api.tariffs)).status).toBe(200);
  }
  expect((await visitor.application()).body.completed).toBe(false);
  app.clock.now += minute;
  expect((await visitor.complete()).status).toBe(200);
});

test('of beginnings: what is refused is none, what goes on is none, and another horse is one', async () => {
  const app = await startApp({ env });
  await completed(app);
  const token = await tokenIn(app, 'completion', 'status');
  const address = '203.0.113.7';
  const another = async () =>
    (await app.ask('POST', href(api.anotherHorseByLink, { token }), { body: {}, headers: from(address) }))
      .status;
  const begin = async (id: string = crypto.randomUUID(), body?: object) =>
    (await saveFrom(app, address, id, 'tariff-selection', body)).status;
  for (let count = 0; count < 30; count += 1) expect(await begin(undefined, {})).toBe(422);
  const known = crypto.randomUUID();
  expect(await begin(known)).toBe(201);
  for (let count = 1; count < 119; count += 1) {
    if (count % 50 === 1) app.clock.now += minute;
    expect(await begin()).toBe(201);
  }
  app.clock.now += minute;
  expect([await another(), await another(), await begin(), await begin(known)]).toEqual([201, 429, 429, 200]);
});

test.each([
  ['on', 3],
  ['off', 5],
])(
  'with RATE_LIMIT=%s, %d of five confirmations are sent in a day, and all to staff',
  async (limit, sent) => {
    const app = await startApp({ env: { RATE_LIMIT: limit } });
    for (let done = 0; done < 5; done += 1) {
      await completed(app);
      // stays below the limit of writes
      app.clock.now += minute;
    }
    const counts = [await mailsOf(app, 'completion'), await mailsOf(app, 'internal_completion')];
    expect(counts.map(({ length }) => length)).toEqual([sent, 5]);
  },
);

test('the network that saved the contact data last is stored, as a hash', async () => {
  const app = await startApp({ env });
  const { id } = createVisitor(app);
  const stored = async () => (await rowsOf(app, applications))[0]?.network;
  await saveFrom(app, '203.0.113.7', id, 'horse-data');
  expect(await stored()).toBeNull();
  await saveFrom(app, '203.0.113.8', id, 'contact-data');
  await saveFrom(app, '203.0.113.9', id, 'horse-data');
  const hash = networkHash(app.config);
  expect(await stored()).toBe(hash('203.0.113.8'));
  const consented = { ...johanna['contact-data'], reminderConsent: true };
  await saveFrom(app, '2001:db8:0:1ab::9', id, 'contact-data', consented);
  expect(await stored()).toBe(hash('2001:db8:0:100::/56'));
});
