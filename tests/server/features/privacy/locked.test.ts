import { expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { until } from '#tests/support/until';
import { callback, dataOf, erase, tokenFor } from './person';

test('a reading waits for no erasure that cannot write', async () => {
  const app = await startApp();
  const emails = Array.from({ length: 5 }, (_, index) => `person.${index}@post.example`);
  const tokens: string[] = [];
  for (const email of emails) {
    await app.ask('POST', api.callbackRequests, { body: { ...callback, email } });
    tokens.push(await tokenFor(app, email));
  }
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>();
  const { write } = app.db;
  let waiting = 0;
  app.db.write = async (...given) => {
    waiting += 1;
    await unlocked;
    return await write(...given);
  };
  const [reader = '', ...others] = tokens;
  const erasures = others.map((token) => erase(app, token));
  await until(() => waiting >= others.length);
  expect((await dataOf(app, reader)).callbackRequests).toHaveLength(1);
  unlock();
  expect((await Promise.all(erasures)).map(({ status }) => status)).toEqual(others.map(() => 200));
});
