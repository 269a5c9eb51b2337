// ASVS 2.1.2, 2.2.3, 2.2.2
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { horseData } from '#db/schema/applications';
import type { SetKey } from '#domain/steps/all';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { right, wrong } from '#tests/domain/rules';
import { seen } from '#tests/domain/seen';
import { setApp, startApp } from '#tests/support/app';
import { createVisitor, johanna, sentence } from '#tests/support/people';
import { holdFor } from '#tests/support/properties';

const app = setApp();
const sets = setKeys.map((key) => [key] as const);

describe('the server', () => {
  test.each(sets)('accepts every valid record: %s', async (key) => {
    for (const [name, change] of right[key]) {
      const { status } = await createVisitor(app).save(key, { ...johanna[key], ...change });
      expect({ name, status }).toEqual({ name, status: 201 });
    }
  });

  test.each(sets)(
    'refuses every invalid field with its path and message, and stores nothing: %s',
    async (key) => {
      const visitor = createVisitor(app);
      for (const [name, change, path, message] of wrong[key]) {
        const { status, body } = await visitor.save(key, { ...johanna[key], ...change });
        const errors = [{ path, message: message ?? sentence }];
        expect({ name, status, body }).toEqual({ name, status: 422, body: { message: sentence, errors } });
      }
      expect((await visitor.application()).status).toBe(404);
    },
  );

  test.each(sets)('returns one error for each invalid field: %s', async (key) => {
    const visitor = createVisitor(app);
    const paths = new Set(wrong[key].map(([, , path]) => path));
    const nothing = Object.fromEntries([...paths].map((path) => [path, {}]));
    const { status, body } = await visitor.save(key, nothing);
    expect(status).toBe(422);
    const errors = body.errors as { path: string; message: string }[];
    expect(errors.map(({ path }) => path).sort()).toEqual([...paths].sort());
  });
});

describe('today is the day in Germany', () => {
  test.each([
    ['a second before midnight', '2026-11-20T22:59:59Z', '2026-11-20', '2026-11-19'],
    ['midnight', '2026-11-20T23:00:00Z', '2026-11-21', '2026-11-20'],
    ['after midnight in London', '2026-11-21T00:30:00Z', '2026-11-21', '2026-11-20'],
    ['midnight in summer', '2027-07-01T22:00:00Z', '2027-07-02', '2027-07-01'],
  ])('for the start of the insurance: %s', async (_, now, first, past) => {
    const visitor = createVisitor(await startApp({ now: Date.parse(now) }));
    const start = (insuranceStartDate: string) =>
      visitor.save('horse-data', { ...johanna['horse-data'], insuranceStartDate });
    expect((await start(past)).body.errors).toEqual([
      {
        path: 'insuranceStartDate',
        message: 'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen',
      },
    ]);
    expect((await start(first)).status).toBe(201);
  });

  test('for coming of age', async () => {
    const app = await startApp({ now: Date.parse('2026-11-20T22:59:59Z') });
    const visitor = createVisitor(app);
    const young = { ...johanna['policyholder-info'], birthDate: '2008-11-21' };
    expect((await visitor.save('policyholder-info', young)).status).toBe(422);
    app.clock.now += 1000;
    expect((await visitor.save('policyholder-info', young)).status).toBe(201);
  });
});

test('an application whose insurance would begin in more than a year is not completed', async () => {
  const app = await startApp();
  const visitor = createVisitor(app);
  const begins = (insuranceStartDate: string) =>
    visitor.save('horse-data', { ...johanna['horse-data'], insuranceStartDate });
  await visitor.fill(johanna);
  const message = 'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen';
  for (const late of ['2027-11-21', '9999-12-31'])
    expect((await begins(late)).body.errors).toEqual([{ path: 'insuranceStartDate', message }]);
  expect((await begins('2027-11-20')).status).toBe(200);
  // as a version of the product without this rule stored it
  await app.db.write((tx) => tx.update(horseData).set({ insuranceStartDate: '2027-11-21' }));
  expect((await visitor.complete()).body.errors).toEqual([{ path: 'insuranceStartDate', message }]);
});

test('a name, a street and an account holder that nobody sees are missing', async () => {
  const visitor = createVisitor(await startApp());
  const fields: Partial<Record<SetKey, string[]>> = {
    'horse-data': ['horseName'],
    'contact-data': ['firstName', 'lastName', 'phone'],
    'policyholder-info': ['firstName', 'street', 'houseNumber', 'city'],
    'sepa-mandate': ['accountHolder', 'bankName'],
  };
  for (const key of setKeys) {
    for (const name of fields[key] ?? []) {
      for (const unseen of ['\u200b', '\u2060\u00ad', '\u3164', ' \u2800 ']) {
        const { status, body } = await visitor.save(key, { ...johanna[key], [name]: unseen });
        expect([status, body.errors]).toEqual([422, [{ path: name, message: sentence }]]);
      }
    }
  }
});

describe('random input', () => {
  const nested = fc.jsonValue({ maxDepth: 3 });
  const odd = fc.oneof(
    nested,
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('\u0000', '\ud800', '\udfff', '🐴', '\u202eabc', '2026-02-30', 1e308, -0, 2 ** 53),
  );

  async function ask(key: SetKey, raw: string) {
    const response = await app.ask('POST', href(api.set(key), { id: crypto.randomUUID() }), { raw });
    const text = await response.text();
    expect([201, 400, 422]).toContain(response.status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/SQLITE|insert into|select |node_modules|at .*\.ts:\d+/i);
    const body = JSON.parse(text) as Record<string, unknown>;
    if (response.status !== 201) expect(typeof body.message).toBe('string');
    return { status: response.status, body };
  }

  test.each(sets)('as JSON is refused: %s', async (key) => {
    const property = fc.asyncProperty(nested, async (value) => {
      expect((await ask(key, JSON.stringify(value))).status).toBe(422);
    });
    await holdFor(150, property);
  });

  test.each(sets)(
    'in one field is stored with all that is seen of it, or refused for that field: %s',
    async (key) => {
      const fields = [...new Set(wrong[key].map(([, , path]) => path))];
      const property = fc.asyncProperty(fc.constantFrom(...fields), odd, async (field, value) => {
        const sent = { ...johanna[key], [field]: value };
        const { status, body } = await ask(key, JSON.stringify(sent));
        if (status === 422) {
          expect(body.errors).toEqual([{ path: field, message: sentence }]);
        } else if (typeof value === 'string' && field !== 'iban' && field !== 'bic') {
          expect(seen(String(body[field] ?? ''))).toBe(seen(value.toWellFormed()));
        }
      });
      await holdFor(300, property);
    },
  );

  test.each(sets)('as text that may not be JSON is refused: %s', async (key) => {
    const property = fc.asyncProperty(fc.string({ maxLength: 60 }), async (raw) => {
      expect([400, 422]).toContain((await ask(key, `{${raw}`)).status);
    });
    await holdFor(100, property);
  });
});
