/** The server applies the rules of `tests/domain/rules.ts`, by the day in Germany. */
// ASVS 2.1.2, 2.2.2, 2.2.3
import { describe, expect, test } from 'bun:test';
import { horseData } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { right, wrong } from '#tests/domain/rules';
import { setApp, startApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { createVisitor, johanna, sentence } from '#tests/support/people';

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
