import { expect, test } from 'bun:test';
import type { Database } from '../../db/client';
import { listUsers } from '../../db/users';
import { ensureAdministrator } from '../../server/features/auth/service';
import { startApp, testNow } from '../support/app';

test('of two starts that find no account at the same moment, one makes the administrator', async () => {
  const { db } = await startApp();
  const made = await Promise.all(
    ['anna', 'berta'].map((username) => ensureAdministrator(db, { username, password: null }, testNow)),
  );
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  expect(await listUsers(db)).toHaveLength(1);
});

test('a start that finds an account asks for no write', async () => {
  const { db } = await startApp();
  const account = { username: 'anna', password: 'lang-genug-1' };
  await ensureAdministrator(db, account, testNow);
  const reading: Database = { ...db, write: () => Promise.reject(new Error('a write')) };
  expect(await ensureAdministrator(reading, account, testNow)).toBeNull();
});
