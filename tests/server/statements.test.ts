/** How many statements a call costs: none may ask once a row. */
import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { Sqlite3Client, Sqlite3Transaction } from '@libsql/client/sqlite3';
import { api, href } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { johanna } from '#tests/support/people';

// on whatever connection; the frame of a transaction and savepoints take other ways
const executed = [Sqlite3Client.prototype, Sqlite3Transaction.prototype].map((of) => spyOn(of, 'execute'));
afterAll(() => executed.map((one) => one.mockRestore()));
beforeEach(() => executed.map((one) => one.mockClear()));

/** What was asked since the last call of this. */
function statements(): string[] {
  const all = executed.flatMap(({ mock }) => mock.calls.map(([asked]) => textOf(asked)));
  for (const one of executed) one.mockClear();
  return all;
}

const textOf = (asked: string | { sql: string }) => (typeof asked === 'string' ? asked : asked.sql);

describe('saving a step', () => {
  test.each(Object.keys(johanna) as (keyof typeof johanna)[])('of %s takes three at most', async (key) => {
    const { ask } = await startApp();
    const id = crypto.randomUUID();
    for (const visit of [201, 200]) {
      statements();
      const response = await ask('POST', href(api.set(key), { id }), { body: johanna[key] });
      expect(response.status).toBe(visit);
      const asked = statements();
      expect(asked.length, asked.join('\n')).toBeWithin(2, 4);
    }
  });

  test('that changes the price of a tariff chosen before takes three at most', async () => {
    const { ask } = await startApp();
    const id = crypto.randomUUID();
    await ask('POST', href(api.set('horse-data'), { id }), { body: johanna['horse-data'] });
    await ask('POST', href(api.set('tariff-selection'), { id }), { body: johanna['tariff-selection'] });
    const priceOf = async () =>
      (await (await ask('GET', href(api.set('tariff-selection'), { id }))).json()).monthlyPremium;
    const before = await priceOf();
    statements();
    const older = { ...johanna['horse-data'], birthDate: '2004-05-03' };
    expect((await ask('POST', href(api.set('horse-data'), { id }), { body: older })).status).toBe(200);
    const asked = statements();
    expect(asked.length, asked.join('\n')).toBe(3);
    expect(await priceOf()).toBeGreaterThan(before);
  });

  test('and going to the next takes one', async () => {
    const { ask } = await startApp();
    const id = crypto.randomUUID();
    await ask('POST', href(api.set('contact-data'), { id }), { body: johanna['contact-data'] });
    statements();
    expect((await ask('PUT', href(api.step, { id }), { body: { step: 3 } })).status).toBe(200);
    expect(statements()).toHaveLength(1);
  });
});
