/** How many statements a call sends to the database: never one per row. */
import { afterAll, beforeEach, expect, spyOn, test } from 'bun:test';
import { Sqlite3Client, Sqlite3Transaction } from '@libsql/client/sqlite3';
import { api, href } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { johanna } from '#tests/support/people';

// on all connections; begin, commit and savepoints use other methods
const executed = [Sqlite3Client.prototype, Sqlite3Transaction.prototype].map((of) => spyOn(of, 'execute'));
afterAll(() => executed.map((one) => one.mockRestore()));
beforeEach(() => executed.map((one) => one.mockClear()));

/** The statements since the previous call of this function. */
function statements(): string[] {
  const all = executed.flatMap(({ mock }) => mock.calls.map(([sent]) => textOf(sent)));
  for (const one of executed) one.mockClear();
  return all;
}

const textOf = (sent: string | { sql: string }) => (typeof sent === 'string' ? sent : sent.sql);
const sets = Object.keys(johanna) as (keyof typeof johanna)[];

test.each(sets)('saving %s takes at most three statements', async (key) => {
  const { ask } = await startApp();
  const id = crypto.randomUUID();
  for (const visit of [201, 200]) {
    statements();
    const response = await ask('POST', href(api.set(key), { id }), { body: johanna[key] });
    expect(response.status).toBe(visit);
    const sent = statements();
    expect(sent.length, sent.join('\n')).toBeWithin(2, 4);
  }
});

test('a change of the price takes three statements, and the next step one', async () => {
  const { ask } = await startApp();
  const id = crypto.randomUUID();
  const [horse, tariff] = ['horse-data', 'tariff-selection'] as const;
  const save = async (key: typeof horse | typeof tariff, body: object = johanna[key]) =>
    (await ask('POST', href(api.set(key), { id }), { body })).status;
  await save(horse);
  await save(tariff);
  const price = async () => (await (await ask('GET', href(api.set(tariff), { id }))).json()).monthlyPremium;
  const before = await price();
  statements();
  expect(await save(horse, { ...johanna[horse], birthDate: '2004-05-03' })).toBe(200);
  const sent = statements();
  expect(sent.length, sent.join('\n')).toBe(3);
  expect(await price()).toBeGreaterThan(before);
  statements();
  expect((await ask('PUT', href(api.step, { id }), { body: { step: 3 } })).status).toBe(200);
  expect(statements()).toHaveLength(1);
});
