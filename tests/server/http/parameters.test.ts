/** Each part of a request is read from one place, so that two parts cannot contradict each other. */
// ASVS 15.3.7
import { expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';

test('of a query parameter that is sent twice one value counts, and it is the one that is checked', async () => {
  const { antje } = await openOffice();
  const statusOf = async (query: string) => (await antje.ask('GET', `${api.emailLogs}?${query}`)).status;
  expect(await statusOf('page=1&page=x')).toBe(422);
  expect(await statusOf('page=x&page=1')).toBe(200);
});

test('a field of the body is never taken from the query, a cookie or a header', async () => {
  const { app } = await openOffice();
  const username = 'admin';
  const password = 'geheim-genug-1';
  const elsewhere = new URLSearchParams({ username, password }).toString();
  const headers = { username, password, cookie: `username=${username}; password=${password}` };
  const response = await app.ask('POST', `${api.login}?${elsewhere}`, { body: {}, headers });
  expect(response.status).toBe(422);
  const { errors } = (await response.json()) as { errors: { path: string }[] };
  expect(errors.map(({ path }) => path)).toEqual(['username', 'password']);
});
