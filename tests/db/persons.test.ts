/** What is stored about an address is found by an index, in any spelling, and only that. */
import { describe, expect, test } from 'bun:test';
import { getTableName } from 'drizzle-orm';
import { addressColumns, candidatesQuery, findPerson } from '#db/persons';
import { callbackRequests } from '#db/schema/desk';
import { keysOf } from '#domain/keys';
import { planOf } from '#tests/db/support/query-plan';
import { setApp, startApp } from '#tests/support/app';

describe('the address of', () => {
  const app = setApp();
  test.each(keysOf(addressColumns))('%s is found by its index, and by nothing else', async (place) => {
    const { read } = app.db;
    const plan = await planOf(read, candidatesQuery(read, place, 'J.Sommer+pferd@Mail.example'));
    const table = getTableName(addressColumns[place].email.table);
    const search = `^SEARCH ${table} USING INDEX ${table}_\\w*mailbox \\(<expr>=\\?\\)$`;
    expect(plan).toEqual([expect.stringMatching(new RegExp(search))]);
  });
});

describe('an address', () => {
  const stored = [
    'jo.sommer+pferd@müller.example',
    'Jo.Sommer+Pferd@XN--MLLER-KVA.example',
    'jo.sommer@müller.example',
    'josommer+pferd@müller.example',
    'jo.sommer+pferd@mueller.example',
    "o'neil_%-x@mail.example",
    'oxneil_%-x@mail.example',
  ] as const;

  test.each([
    ['jo.sommer+pferd@müller.example', [0, 1]],
    ['JO.SOMMER+PFERD@xn--mller-kva.example', [0, 1]],
    ['jo.sommer@müller.example', [2]],
    ['josommer+pferd@müller.example', [3]],
    ["O'Neil_%-X@mail.example", [5]],
    ['%@mail.example', []],
    ['jo@müller.example', []],
  ])('%s is that of the rows %p', async (address, places) => {
    const app = await startApp();
    const request = { name: 'Jo', phone: '030 5', createdAt: 1 };
    await app.db.write((tx) =>
      tx
        .insert(callbackRequests)
        .values(stored.map((email, place) => ({ ...request, email, id: `${place}` }))),
    );
    expect((await findPerson(app.db, address)).callbacks).toEqual(places.map(String));
  });
});
