/** Every list that has pages takes and refuses the same ones. */
import { beforeAll, expect, test } from 'bun:test';
import { api, backofficeApi } from '#domain/urls';
import { sentence } from '#tests/support/people';
import { setOffice } from './staff';

const office = setOffice();

/** The calls that say how many pages they have. */
const paths: string[] = [];
beforeAll(async () => {
  const calls = office.app.app.routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  for (const { path } of calls.filter((call) => call.path.startsWith(backofficeApi))) {
    const { body } = await office.antje.ask('GET', path);
    if ('totalPages' in body) paths.push(path);
  }
});

test('these lists have pages', () => {
  expect(paths.toSorted()).toEqual(
    [
      api.auditLog,
      api.cases,
      api.emailLogs,
      api.handovers,
      api.preparations,
      api.returns,
      api.staffOffers,
      api.staffWithdrawals,
    ].toSorted(),
  );
});

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1.5'],
  ['page', 'x'],
  ['page', ''],
  ['page', '1e3'],
  ['page', '99999999999'],
  ['page', '99999999999999999999'],
  ['pageSize', '0'],
  ['pageSize', '101'],
  ['pageSize', 'all'],
])('each refuses %s=%s', async (name, value) => {
  for (const path of paths) {
    const { status, body } = await office.antje.ask(
      'GET',
      `${path}?${new URLSearchParams({ [name]: value })}`,
    );
    const errors = [{ path: name, message: sentence }];
    expect({ path, status, body }).toEqual({ path, status: 422, body: { message: sentence, errors } });
  }
});

test('each is empty beyond its last page, and says how many there are', async () => {
  for (const path of paths) {
    const { status, body } = await office.antje.ask('GET', `${path}?page=1000000000&pageSize=100`);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(body).toMatchObject({ total: 0, totalPages: 0 });
    expect(Object.values(body).filter(Array.isArray)).toEqual([[]]);
  }
});
