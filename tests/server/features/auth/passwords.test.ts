/** The cost of checking a password, and how many checks may wait. */
// ASVS 15.1.3, 15.2.2
import { expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { signInFailures } from '#db/schema/staff';
import { listUsers } from '#db/staff/users';
import { api } from '#domain/urls';
import { createGuesses } from '#server/features/auth/guesses';
import { createPasswords } from '#server/features/auth/passwords';
import { ensureAdministrator } from '#server/features/auth/service';
import { refusals } from '#server/refusal';
import { rejection } from '#tests/db/support/processes';
import { startApp } from '#tests/support/app';
import { root } from '#tests/support/server';

// ASVS 11.4.2
test('production hashes with Argon2id, 64 MiB and two rounds', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('geheim-genug-1');
  expect(hash).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$');
  expect(await passwords.matches('geheim-genug-1', hash, false)).toBe(true);
  expect(await passwords.matches('geheim-genug-2', hash, false)).toBe(false);
  expect(await passwords.matches('geheim-genug-1', null, true)).toBe(false);
  expect(await Bun.file(`${root}/server/main.ts`).text()).not.toContain('passwordCost');
});

test('a password that an earlier version hashed as it was typed still matches', async () => {
  const typed = 'Käse-Brötchen'.normalize('NFD');
  const hash = await Bun.password.hash(typed, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
  const { matches } = createPasswords({ memoryCost: 8, timeCost: 1 });
  expect(await matches(typed, hash, false)).toBe(true);
  expect(await matches('Kase-Brotchen', hash, false)).toBe(false);
});

test('twenty checks of strangers and twenty of staff wait behind the current one, and more are refused for a moment', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 });
  const crowd = (isKnown: boolean) =>
    Promise.allSettled(Array.from({ length: 30 }, () => passwords.matches('x', null, isKnown)));
  const [strangers, staff] = await Promise.all([crowd(false), crowd(true)]);
  for (const outcomes of [strangers, staff, await crowd(false)]) {
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(21).fill('fulfilled'),
      ...Array(9).fill('rejected'),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of refused)
      expect(reason).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  }
});

test('a password that was not checked does not count as a failure', async () => {
  const { context, db } = await startApp({ env: { RATE_LIMIT: 'on' } });
  const guesses = createGuesses(context);
  const guesser = { name: 'antje', address: '203.0.113.7' };
  const full = refusals.tooMany(5);
  const crowded = () => guesses.attempt(guesser, () => Promise.reject(full));
  for (let count = 0; count < 60; count += 1) expect(await rejection(crowded())).toBe(full);
  expect(await db.read.select().from(signInFailures)).toEqual([]);
  expect(await guesses.attempt(guesser, async () => true)).toBe(true);
});

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
