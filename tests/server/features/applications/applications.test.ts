import { describe, expect, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp, testNow } from '#tests/support/app';
import { type Answer, answerOf, cast, createVisitor, johanna, sentence } from '#tests/support/people';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const minute = 60_000;
const priced = { monthlyPremium: expect.any(Number), annualPremium: expect.any(Number) };

const app = setApp();

async function open() {
  app.clock.now = testNow;
  return { app, visitor: createVisitor(app) };
}

describe('an application', () => {
  test('does not exist before a data set is saved under its id', async () => {
    const { visitor } = await open();
    const answers = [
      await visitor.application(),
      await visitor.step(2),
      await visitor.complete(),
      ...(await Promise.all(setKeys.map(visitor.read))),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({ message: sentence });
    }
    expect((await visitor.application()).status).toBe(404);
  });

  test.each(setKeys.map((key) => [key] as const))('can start with any data set: %s', async (key) => {
    const { visitor } = await open();
    expect((await visitor.save(key, johanna[key])).status).toBe(201);
    const { status, body } = await visitor.application();
    expect(status).toBe(200);
    const now = new Date(testNow).toISOString();
    expect(body).toEqual({
      id: visitor.id,
      currentStep: 1,
      completed: false,
      createdAt: now,
      lastUpdated: now,
    });
    expect(now).toEndWith('Z');
  });

  test('keeps its creation time and updates the time of its last change', async () => {
    const { app, visitor } = await open();
    await visitor.save('horse-data', johanna['horse-data']);
    app.clock.now += 5 * minute;
    await visitor.save('contact-data', johanna['contact-data']);
    expect((await visitor.application()).body).toMatchObject({
      createdAt: '2026-11-20T09:00:00.000Z',
      lastUpdated: '2026-11-20T09:05:00.000Z',
    });
  });

  test('contains no data of another application', async () => {
    const { app, visitor } = await open();
    const other = createVisitor(app);
    await visitor.fill(johanna);
    await other.save('horse-data', cast.matthias['horse-data']);
    expect((await other.read('contact-data')).status).toBe(404);
    expect((await other.read('horse-data')).body.horseName).toBe('Donna Clara');
    expect((await visitor.read('horse-data')).body.horseName).toBe('Fjölnir vom Lindenhof');
  });
});

describe('a data set', () => {
  test.each(setKeys.map((key) => [key] as const))('is stored and read back unchanged: %s', async (key) => {
    const { app } = await open();
    for (const person of Object.values(cast)) {
      const visitor = createVisitor(app);
      const saved = await visitor.save(key, person[key]);
      const extra = key === 'tariff-selection' ? priced : {};
      const own = { id: expect.stringMatching(uuid), applicationId: visitor.id };
      expect(saved.status).toBe(201);
      expect(saved.body).toMatchObject({ ...own, ...person[key], ...extra });
      const read = await visitor.read(key);
      expect(read.status).toBe(200);
      expect(read.body).toEqual(saved.body);
    }
  });

  test.each([
    ['horse-data', { ...johanna['horse-data'] }],
    ['contact-data', { ...johanna['contact-data'] }],
    ['tariff-selection', { ...johanna['tariff-selection'], ...priced }],
    ['policyholder-info', { ...johanna['policyholder-info'] }],
    ['sepa-mandate', { ...johanna['sepa-mandate'] }],
  ] as const)('has no other fields: %s', async (key, fields) => {
    const { visitor } = await open();
    const { body } = await visitor.save(key, johanna[key]);
    expect(body).toEqual({ ...fields, id: expect.stringMatching(uuid), applicationId: visitor.id });
  });

  test.each(setKeys.map((key) => [key] as const))('is replaced as a whole: %s', async (key) => {
    const { visitor } = await open();
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

  test('has no life number after a save without one', async () => {
    const { visitor } = await open();
    await visitor.save('horse-data', johanna['horse-data']);
    await visitor.save('horse-data', { ...johanna['horse-data'], chipNumber: undefined });
    expect((await visitor.read('horse-data')).body.chipNumber ?? '').toBe('');
  });

  test('is created once by simultaneous saves', async () => {
    const { app, visitor } = await open();
    const ask = () => createVisitor(app, visitor.id).save('contact-data', johanna['contact-data']);
    const statuses = (await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(19).fill(200), 201]);
  });

  test('is not changed by a refused save', async () => {
    const { visitor } = await open();
    const saved = await visitor.save('horse-data', johanna['horse-data']);
    const refused = await visitor.save('horse-data', {
      ...johanna['horse-data'],
      horseName: 'Neu',
      gender: 'x',
    });
    expect(refused.status).toBe(422);
    expect((await visitor.read('horse-data')).body).toEqual(saved.body);
  });

  test('creates no application if it is refused', async () => {
    const { visitor } = await open();
    expect((await visitor.save('horse-data', {})).status).toBe(422);
    expect((await visitor.application()).status).toBe(404);
  });
});

describe('the step', () => {
  test('is stored, forwards and backwards, whatever data sets exist', async () => {
    const { visitor } = await open();
    await visitor.save('horse-data', johanna['horse-data']);
    for (const step of [1, 2, 3, 4, 5, 6, 5, 1, 6]) {
      const answer = await visitor.step(step);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: visitor.id, currentStep: step, completed: false });
      expect((await visitor.application()).body).toEqual(answer.body);
    }
  });

  test('must be a whole number from 1 to 6', async () => {
    const { visitor } = await open();
    await visitor.save('horse-data', johanna['horse-data']);
    await visitor.step(3);
    for (const step of [0, 7, -1, 1.5, 1e21, '2', '', null, undefined, true, [], [2], {}, { step: 2 }]) {
      const { status, body } = await visitor.step(step);
      expect({ step, status }).toEqual({ step, status: 422 });
      expect(body.message).toEqual(sentence);
      expect((await visitor.application()).body.currentStep).toBe(3);
    }
  });
});

describe('an id', () => {
  const paths = ['', '/step', '/complete', ...setKeys.map((key) => `/${key}`)];
  const bad = [
    'x',
    '1',
    'null',
    'undefined',
    '3f0c',
    '00000000-0000-4000-8000-00000000000',
    '00000000-0000-4000-8000-0000000000000',
    '00000000-0000-4000-8000-00000000000g',
    '00000000000040008000000000000000',
    '{00000000-0000-4000-8000-000000000000}',
    "1'%20OR%20'1'='1",
    '00000000-0000-4000-8000-000000000000%00',
    '%F0%9F%90%B4',
    'a'.repeat(2000),
  ];

  test.each(paths.map((path) => [path]))(
    'must be a UUID, which is checked first: /api/applications/{id}%s',
    async (path) => {
      const { app } = await open();
      const methods =
        path === '' ? ['GET'] : path === '/step' || path === '/complete' ? ['PUT'] : ['GET', 'POST'];
      for (const id of bad) {
        for (const method of methods) {
          const body = method === 'GET' ? undefined : { step: 2, ...johanna['horse-data'] };
          const answer = await answerOf(
            await app.ask(method, href(api.application, { id }) + path, { body }),
          );
          expect({ id, status: answer.status }).toEqual({ id, status: 422 });
          expect(answer.body.message).toEqual(sentence);
        }
      }
    },
  );
});

// ASVS 14.2.2, 14.3.2
test('no response may be cached, whatever its status', async () => {
  const { app, visitor } = await open();
  const seen = new Map<number, string[]>();
  const note = ({ status, headers }: Pick<Answer, 'status' | 'headers'>) =>
    seen.set(status, [...(seen.get(status) ?? []), headers.get('cache-control') ?? '']);
  const write = (options: Parameters<typeof app.ask>[2]) =>
    app.ask('POST', href(api.set('horse-data'), { id: visitor.id }), options);
  note(await visitor.application());
  note(await visitor.read('horse-data'));
  note(await visitor.save('horse-data', {}));
  note(await write({ raw: '{' }));
  note(await write({ raw: '{}', type: 'text/plain' }));
  note(await write({ raw: JSON.stringify('x'.repeat(70 * 1024)) }));
  note(await app.ask('GET', href(api.application, { id: 'x' })));
  for (const key of setKeys) {
    note(await visitor.save(key, johanna[key]));
    note(await visitor.save(key, johanna[key]));
    note(await visitor.read(key));
  }
  note(await visitor.application());
  note(await visitor.step(6));
  note(await visitor.step(7));
  note(await visitor.complete());
  for (const key of setKeys) {
    note(await visitor.save(key, johanna[key]));
    note(await visitor.read(key));
  }
  expect([...seen.keys()].sort()).toEqual([200, 201, 400, 404, 409, 413, 415, 422]);
  for (const values of seen.values()) expect(new Set(values)).toEqual(new Set(['no-store']));
});
