import { expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { listUsers } from '#db/staff/users';
import { api } from '#domain/urls';
import { ensureAdministrator } from '#server/features/auth/service';
import { rejection } from '#tests/db/support/processes';
import { startApp } from '#tests/support/app';

test('two servers that start at once without an account create one administrator', async () => {
  const { db, context } = await startApp();
  const made = await Promise.all(
    ['anna', 'berta'].map((username) => ensureAdministrator(context, { username, password: null })),
  );
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  expect(await listUsers(db.read)).toHaveLength(1);
});

test('a start that repeats its write after a lost response creates one administrator and knows the password', async () => {
  const { db, context, ask } = await startApp();
  const twice = async <T>(work: () => Promise<T>) => {
    await work();
    return await work();
  };
  const admin = { username: 'anna', password: null };
  const password = await ensureAdministrator(context, admin, { retrying: twice });
  expect(await listUsers(db.read)).toHaveLength(1);
  const body = { username: 'anna', password };
  expect((await ask('POST', api.login, { body })).status).toBe(200);
});

test('a start that fails after the account was stored tells the password, which signs in', async () => {
  const { context, ask } = await startApp();
  let isStored = false;
  const told: string[] = [];
  const retrying = async <T>(work: () => Promise<T>) => {
    const result = await work();
    if (isStored) throw new DatabaseUnavailable('The database did not confirm a write in time.');
    isStored = true;
    return result;
  };
  const admin = { username: 'anna', password: null };
  const failing = ensureAdministrator(context, admin, { retrying, onDoubt: (one) => told.push(one) });
  expect(await rejection(failing)).toBeInstanceOf(DatabaseUnavailable);
  const body = { username: 'anna', password: told[0] };
  expect((await ask('POST', api.login, { body })).status).toBe(200);
});

test('a start that finds an account requests no write', async () => {
  const { db, context } = await startApp();
  const account = { username: 'anna', password: 'lang-genug-1' };
  await ensureAdministrator(context, account);
  const reading: Database = { ...db, write: () => Promise.reject(new Error('a write')) };
  expect(await ensureAdministrator({ ...context, db: reading }, account)).toBeNull();
});
