import { beforeEach, describe, expect, test } from 'bun:test';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp, testNow } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import {
  type Answer,
  answerOf,
  cast,
  createVisitor,
  johanna,
  sentence,
  type Visitor,
} from '#tests/support/people';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const priced = { monthlyPremium: expect.any(Number), annualPremium: expect.any(Number) };
const horse = johanna['horse-data'];

const app = setApp();
let visitor: Visitor;
beforeEach(() => {
  app.clock.now = testNow;
  visitor = createVisitor(app);
});

describe('an application', () => {
  test('does not exist before a data set is saved under its id', async () => {
    const bodies: Record<string, unknown> = {
      [api.step]: { step: 2 },
      [api.declarations]: { adviceWaiver: true },
    };
    for (const [method, path] of calls.filter(([one]) => one !== 'POST')) {
      const { status, body } = await visitor.send(
        method,
        href(path, visitor),
        method === 'PUT' ? (bodies[path] ?? {}) : undefined,
      );
      expect([path, status, body]).toEqual([path, 404, { message: sentence }]);
    }
    expect((await visitor.application()).status).toBe(404);
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
    id: expect.stringMatching(uuid),
    applicationId: by.id,
  });

  test('begins an application, and is read back unchanged, with no other fields', async () => {
    for (const person of Object.values(cast)) {
      const by = createVisitor(app);
      const saved = await by.save(key, person[key]);
      expect(saved.status).toBe(201);
      expect(saved.body).toMatchObject(stored(by, person[key]));
      expect(await by.read(key)).toMatchObject({ status: 200, body: saved.body });
    }
    expect((await visitor.save(key, johanna[key])).body).toEqual(stored(visitor, johanna[key]));
    const now = '2026-11-20T09:00:00.000Z';
    const begun = { id: visitor.id, currentStep: 1, completed: false, createdAt: now, lastUpdated: now };
    expect(await visitor.application()).toMatchObject({ status: 200, body: begun });
    expect(Object.keys((await visitor.application()).body).sort()).toEqual(Object.keys(begun).sort());
  });

  test('is replaced as a whole', async () => {
    const first = await visitor.save(key, johanna[key]);
    const second = await visitor.save(key, cast.matthias[key]);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toMatchObject({
      ...cast.matthias[key],
      id: first.body.id,
      applicationId: visitor.id,
    });
    expect((await visitor.read(key)).body).toEqual(second.body);
    expect((await visitor.save(key, cast.matthias[key])).status).toBe(200);
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

describe('the step', () => {
  test('is stored, forwards and backwards, whatever data sets exist', async () => {
    await visitor.save('horse-data', horse);
    for (const step of [1, 2, 3, 4, 5, 6, 5, 1, 6]) {
      const { status, body } = await visitor.step(step);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { id: visitor.id, currentStep: step, completed: false },
      });
      expect((await visitor.application()).body).toEqual(body);
    }
  });

  test('must be a whole number from 1 to 6', async () => {
    await visitor.save('horse-data', horse);
    await visitor.step(3);
    for (const step of [0, 7, -1, 1.5, 1e21, '2', '', null, undefined, true, [], [2], {}, { step: 2 }]) {
      const { status, body } = await visitor.step(step);
      expect({ step, status, message: body.message }).toEqual({ step, status: 422, message: sentence });
      expect((await visitor.application()).body.currentStep).toBe(3);
    }
  });
});

const bad = [
  ...['x', '1', 'null', 'undefined', '3f0c', '%F0%9F%90%B4', 'a'.repeat(2000), "1'%20OR%20'1'='1"],
  '00000000-0000-4000-8000-00000000000',
  '00000000-0000-4000-8000-0000000000000',
  '00000000-0000-4000-8000-00000000000g',
  '00000000000040008000000000000000',
  '{00000000-0000-4000-8000-000000000000}',
  '00000000-0000-4000-8000-000000000000%00',
];
const calls: [method: string, path: string][] = [
  ['GET', api.application],
  ['PUT', api.step],
  ['PUT', api.complete],
  ['GET', api.declarations],
  ['PUT', api.declarations],
  ['PUT', api.disclosedDocuments],
  ...setKeys.flatMap((key): [string, string][] => [
    ['GET', api.set(key)],
    ['POST', api.set(key)],
  ]),
];
test.each(calls)('an id must be a UUID, which is checked first: %s %s', async (method, path) => {
  for (const id of bad) {
    const body = method === 'GET' ? undefined : { step: 2, ...horse };
    const answer = await answerOf(await app.ask(method, href(path, { id }), { body }));
    expect({ id, status: answer.status, message: answer.body.message }).toEqual({
      id,
      status: 422,
      message: sentence,
    });
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
  note(await visitor.read('horse-data'));
  note(await visitor.save('horse-data', {}));
  note(await write({ raw: '{' }));
  note(await write({ raw: '{}', type: 'text/plain' }));
  note(await write({ raw: JSON.stringify('x'.repeat(70 * 1024)) }));
  note(await app.ask('GET', href(api.application, { id: 'x' })));
  for (const key of setKeys) {
    for (const answer of [await visitor.save(key, johanna[key]), await visitor.save(key, johanna[key])])
      note(answer);
    note(await visitor.read(key));
  }
  for (const answer of [await visitor.application(), await visitor.step(6), await visitor.step(7)])
    note(answer);
  note(await visitor.complete());
  for (const key of setKeys)
    for (const call of [visitor.save(key, johanna[key]), visitor.read(key)]) note(await call);
  expect([...seen.keys()].sort()).toEqual([200, 201, 400, 404, 409, 413, 415, 422]);
  for (const values of seen.values()) expect(values).toEqual(new Set(['no-store']));
});
