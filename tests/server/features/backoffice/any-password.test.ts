/** No kind of character is demanded or changed, and every character counts. */
// ASVS 6.2.5, 6.2.8, 6.2.9
import { expect, test } from 'bun:test';
import { longestPassword } from '#domain/accounts/passwords';
import { api } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';

const office = setOffice();

test.each([
  ['only small letters', 'abcdefgh'],
  ['only digits', '48151623'],
  ['spaces and line ends', ' a \n b '],
  ['emoji', '🐴🐴🐴🐴🐴🐴'],
  ['as many as are allowed', `${'x'.repeat(longestPassword - 2)}yz`],
])('of %s is accepted, and nothing similar signs in', async (_, password) => {
  const { app, antje } = office;
  const username = `mira.${crypto.randomUUID()}`;
  expect((await antje.ask('POST', api.users, { username, password })).status).toBe(201);
  const statusOf = async (typed: string) =>
    (await app.ask('POST', api.login, { body: { username, password: typed } })).status;
  const similar = [password.slice(0, -1), password.toUpperCase(), password.trim()];
  for (const typed of similar.filter((one) => one !== password)) expect(await statusOf(typed)).toBe(401);
  expect(await statusOf(password)).toBe(200);
});

test('with umlauts signs in from every keyboard, however it was typed first', async () => {
  const { app, antje } = office;
  const forms = ['Käse-Brötchen', 'Käse-Brötchen'.normalize('NFD')];
  for (const [index, password] of forms.entries()) {
    const username = `mira${index}`;
    expect((await antje.ask('POST', api.users, { username, password })).status).toBe(201);
    for (const typed of forms)
      expect((await app.ask('POST', api.login, { body: { username, password: typed } })).status).toBe(200);
    const other = { username, password: 'Kase-Brotchen' };
    expect((await app.ask('POST', api.login, { body: other })).status).toBe(401);
  }
});
