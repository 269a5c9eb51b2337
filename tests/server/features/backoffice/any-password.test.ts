/** No kind of character is demanded or changed, and every character counts. */
import { expect, test } from 'bun:test';
import { longestPassword } from '#domain/backoffice/accounts/user';
import { api } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';

test.each([
  ['only small letters', 'abcdefgh'],
  ['only digits', '48151623'],
  ['spaces and line ends', ' a \n b '],
  ['emoji', '🐴🐴🐴🐴🐴🐴'],
  ['a letter with a separate accent', 'cafe\u0301-cafe\u0301'],
  ['as many as are allowed', `${'x'.repeat(longestPassword - 2)}yz`],
])('of %s is accepted, and nothing similar signs in', async (_, password) => {
  const { app, antje } = await openOffice({ env: { RATE_LIMIT: 'off' } });
  const username = 'mira.yilmaz';
  expect((await antje.ask('POST', api.users, { username, password })).status).toBe(201);
  const statusOf = async (typed: string) =>
    (await app.ask('POST', api.login, { body: { username, password: typed } })).status;
  const similar = [password.slice(0, -1), password.toUpperCase(), password.trim(), password.normalize('NFC')];
  for (const typed of similar.filter((one) => one !== password)) expect(await statusOf(typed)).toBe(401);
  expect(await statusOf(password)).toBe(200);
});
