import { beforeEach, describe, expect, test } from 'bun:test';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp, testNow } from '#tests/support/app';
import { begun, filled } from '#tests/support/applications';
import {
  type Answer,
  cast,
  createVisitor,
  johanna,
  matthias,
  sentence,
  type Visitor,
} from '#tests/support/people';

const priced = { monthlyPremium: expect.any(Number), annualPremium: expect.any(Number) };
const horse = johanna['horse-data'];
const app = setApp();
let visitor: Visitor;

beforeEach(() => {
  app.clock.now = testNow;
  visitor = createVisitor(app);
});

/** Every call that needs an application, with a right body. */
const calls: [method: string, path: string, body?: unknown][] = [
  ['GET', api.application],
  ['PUT', api.step, { step: 2 }],
  ['PUT', api.complete, {}],
  ['GET', api.declarations],
  ['PUT', api.declarations, { adviceWaiver: true }],
  ['PUT', api.disclosedDocuments, {}],
  ...setKeys.map((key): [string, string] => ['GET', api.set(key)]),
];
const saves = setKeys.map((key): [string, string, unknown] => ['POST', api.set(key), johanna[key]]);

const bad = [
  ...['x', '1', 'null', 'undefined', '3f0c', '%F0%9F%90%B4', 'a'.repeat(2000), "1'%20OR%20'1'='1"],
  '00000000-0000-4000-8000-00000000000',
  '00000000-0000-4000-8000-0000000000000',
  '00000000-0000-4000-8000-00000000000g',
  '00000000000040008000000000000000',
  '{00000000-0000-4000-8000-000000000000}',
  '00000000-0000-4000-8000-000000000000%00',
];

describe('an application', () => {
  test('does not exist before a data set is saved under its id, which must be a UUID', async () => {
    for (const [method, path, body] of calls) {
      const answer = await visitor.send(method, href(path, visitor), body);
      expect([path, answer.status, answer.body]).toEqual([path, 404, { message: sentence }]);
    }
    for (const [method, path, body] of [...calls, ...saves])
      for (const id of bad) {
        const answer = await visitor.send(method, href(path, { id }), method === 'GET' ? undefined : body);
        expect([path, id, answer.status, answer.body.message]).toEqual([path, id, 422, sentence]);
      }
  });

  test('keeps its creation time and updates the time of its last change', async () => {
    await visitor.save('horse-data', horse);
    app.clock.now += 5 * 60_000;
    await visitor.save('contact-data', johanna['contact-data']);
    const times = { createdAt: '2026-11-20T09:00:00.000Z', lastUpdated: '2026-11-20T09:05:00.000Z' };
    expect((await visitor.application()).body).toMatchObject(times);
  });

  test('contains no data of another application', async () => {
    const own = await filled(app);
    await visitor.save('horse-data', cast.matthias['horse-data']);
    expect((await visitor.read('contact-data')).status).toBe(404);
    expect((await visitor.read('horse-data')).body.horseName).toBe('Donna Clara');
    expect((await own.read('horse-data')).body.horseName).toBe('Fjölnir vom Lindenhof');
  });
});

describe.each(setKeys)('%s', (key) => {
  const stored = (by: Visitor, fields: (typeof johanna)[SetKey]) => ({
    ...fields,
    ...(key === 'tariff-selection' ? priced : {}),
    id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    applicationId: by.id,
  });

  test('begins an application, is read back unchanged with no other fields, and is replaced as a whole', async () => {
    for (const person of Object.values(cast)) {
      const by = createVisitor(app);
      const saved = await by.save(key, person[key]);
      expect(saved).toMatchObject({ status: 201, body: stored(by, person[key]) });
      expect(await by.read(key)).toMatchObject({ status: 200, body: saved.body });
    }
    const first = await visitor.save(key, johanna[key]);
    expect(first.body).toEqual(stored(visitor, johanna[key]));
    const now = '2026-11-20T09:00:00.000Z';
    const begun = { id: visitor.id, currentStep: 1, completed: false, createdAt: now, lastUpdated: now };
    expect((await visitor.application()).body).toEqual(begun);
    const second = await visitor.save(key, cast.matthias[key]);
    expect(second).toMatchObject({ status: 200, body: { ...cast.matthias[key], id: first.body.id } });
    expect((await visitor.read(key)).body).toEqual(second.body);
  });
});

describe('a data set', () => {
  test('has no life number after a save without one', async () => {
    await visitor.save('horse-data', horse);
    await visitor.save('horse-data', { ...horse, chipNumber: undefined });
    expect((await visitor.read('horse-data')).body.chipNumber ?? '').toBe('');
  });

  test('is created once by simultaneous saves', async () => {
    const ask = () => createVisitor(app, visitor.id).save('contact-data', johanna['contact-data']);
    const statuses = (await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(19).fill(200), 201]);
  });

  test('that is refused changes nothing, and begins no application', async () => {
    expect((await visitor.save('horse-data', {})).status).toBe(422);
    expect((await visitor.application()).status).toBe(404);
    const { body } = await visitor.save('horse-data', horse);
    expect((await visitor.save('horse-data', { ...horse, horseName: 'Neu', gender: 'x' })).status).toBe(422);
    expect((await visitor.read('horse-data')).body).toEqual(body);
  });
});

test('the step is stored, forwards and backwards, and must be a whole number from 1 to 6', async () => {
  await visitor.save('horse-data', horse);
  for (const step of [1, 2, 3, 4, 5, 6, 5, 1, 6, 3]) {
    const { status, body } = await visitor.step(step);
    expect([status, body]).toMatchObject([200, { id: visitor.id, currentStep: step, completed: false }]);
    expect((await visitor.application()).body).toEqual(body);
  }
  for (const step of [0, 7, -1, 1.5, 1e21, '2', '', null, undefined, true, [], [2], {}, { step: 2 }]) {
    const { status, body } = await visitor.step(step);
    expect({ step, status, message: body.message }).toEqual({ step, status: 422, message: sentence });
    expect((await visitor.application()).body.currentStep).toBe(3);
  }
});

// ASVS 14.2.2, 14.3.2
test('no response may be cached, whatever its status', async () => {
  const seen = new Map<number, Set<string | null>>();
  const note = ({ status, headers }: Pick<Answer, 'status' | 'headers'>) =>
    seen.getOrInsertComputed(status, () => new Set()).add(headers.get('cache-control'));
  const write = (options: Parameters<typeof app.ask>[2]) =>
    app.ask('POST', href(api.set('horse-data'), visitor), options);
  note(await visitor.application());
  note(await write({ raw: '{' }));
  note(await write({ raw: '{}', type: 'text/plain' }));
  note(await write({ raw: JSON.stringify('x'.repeat(70 * 1024)) }));
  for (const { id } of [visitor, { id: 'x' }]) note(await visitor.send('GET', href(api.application, { id })));
  // before, as it is new, as it is known, and as it is completed
  for (const step of [7, 6, 6, 6]) {
    for (const key of setKeys) {
      note(await visitor.read(key));
      note(await visitor.save(key, step === 7 ? {} : johanna[key]));
    }
    for (const answer of [await visitor.step(step), await visitor.application()]) note(answer);
    if (seen.has(201) && step === 6) note(await visitor.complete());
  }
  expect([...seen.keys()].sort()).toEqual([200, 201, 400, 404, 409, 413, 415, 422]);
  for (const values of seen.values()) expect(values).toEqual(new Set(['no-store']));
});

const bankOf = ({ iban, bic }: Record<string, unknown>) => ({ iban, bic });
const theirs = bankOf(johanna['sepa-mandate']);
const hidden = { iban: '', bic: '' };

describe('bank data', () => {
  test('is readable in the browser that entered it, and in no other that saves anything else', async () => {
    const visitor = await begun(app, ['sepa-mandate']);
    const other = createVisitor(app, visitor.id);
    await other.save('contact-data', johanna['contact-data']);
    expect(bankOf((await visitor.read('sepa-mandate')).body)).toEqual(theirs);
    expect((await other.read('sepa-mandate')).body).toMatchObject(hidden);
  });

  // ASVS 8.1.2, 8.2.3
  test.each(Object.entries(cast))(
    'is masked to the ends of the IBAN on any other device, where all else is readable: %s',
    async (_, person) => {
      const visitor = await filled(app, person);
      const other = createVisitor(app, visitor.id);
      for (const key of setKeys.filter((one) => one !== 'sepa-mandate'))
        expect((await other.read(key)).body).toEqual((await visitor.read(key)).body);
      const { iban, bic } = person['sepa-mandate'];
      const { status, body } = await other.read('sepa-mandate');
      const ibanMasked = `${iban.slice(0, 4)}…${iban.slice(-4)}`;
      expect([status, body]).toMatchObject([200, { ...person['sepa-mandate'], ...hidden, ibanMasked }]);
      for (const part of [iban.slice(4, -4), bic]) expect(JSON.stringify(body)).not.toContain(part);
      expect((await other.application()).body).toEqual((await visitor.application()).body);
    },
  );

  test('is not shown for the cookie of another application or an invented one', async () => {
    const [visitor, stranger] = [await filled(app), await filled(app, matthias)];
    const thief = createVisitor(app, visitor.id, stranger.jar);
    expect((await thief.read('sepa-mandate')).body).toMatchObject(hidden);
    for (const [name, value] of visitor.jar) {
      const turned = value.toUpperCase().split('').toReversed().join('');
      for (const made of ['', 'x', value.slice(1), `${value}x`, turned]) {
        thief.jar.set(name, made);
        expect((await thief.read('sepa-mandate')).body).toMatchObject(hidden);
      }
      thief.jar.set(name, value);
    }
    expect((await thief.read('sepa-mandate')).body).toMatchObject(theirs);
  });

  test('of two applications in one browser is readable for both', async () => {
    const visitor = await filled(app);
    const second = createVisitor(app, undefined, visitor.jar);
    await second.fill(matthias);
    for (const [name, value] of second.jar) visitor.jar.set(name, value);
    expect((await second.read('sepa-mandate')).body).toMatchObject(bankOf(matthias['sepa-mandate']));
    expect((await visitor.read('sepa-mandate')).body).toMatchObject(theirs);
  });

  test('can be entered again on another device', async () => {
    const { id } = await filled(app);
    const other = createVisitor(app, id);
    expect((await other.save('sepa-mandate', matthias['sepa-mandate'])).status).toBe(200);
    expect((await other.read('sepa-mandate')).body).toMatchObject(bankOf(matthias['sepa-mandate']));
    expect((await other.complete()).status).toBe(200);
  });
});
