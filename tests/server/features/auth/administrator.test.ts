import { expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { listUsers } from '#db/staff/users';
import { api } from '#domain/urls';
import { ensureAdministrator } from '#server/features/auth/service';
import { startApp, testNow } from '#tests/support/app';

test('two servers that start at once without an account create one administrator', async () => {
  const { db } = await startApp();
  const made = await Promise.all(
    ['anna', 'berta'].map((username) => ensureAdministrator(db, { username, password: null }, testNow)),
  );
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  expect(await listUsers(db)).toHaveLength(1);
});

test('a start that repeats its write after a lost response creates one administrator and knows the password', async () => {
  const { db, context, ask } = await startApp();
  const twice = async <T>(work: () => Promise<T>) => {
    await work();
    return await work();
  };
  const admin = { username: 'anna', password: null };
  const made = await ensureAdministrator(db, admin, testNow, context.passwords, twice);
  expect(await listUsers(db)).toHaveLength(1);
  const body = { username: 'anna', password: made?.generated };
  expect((await ask('POST', api.login, { body })).status).toBe(200);
});

test('a start that finds an account requests no write', async () => {
  const { db } = await startApp();
  const account = { username: 'anna', password: 'lang-genug-1' };
  await ensureAdministrator(db, account, testNow);
  const reading: Database = { ...db, write: () => Promise.reject(new Error('a write')) };
  expect(await ensureAdministrator(reading, account, testNow)).toBeNull();
});
