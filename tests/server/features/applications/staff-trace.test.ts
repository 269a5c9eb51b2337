/** What staff read by the calls of visitors is in the audit log. */
import { expect, test } from 'bun:test';
import { DatabaseUnavailable } from '#db/driver/errors';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { countStatements, openOffice } from '#tests/server/features/backoffice/staff';
import { filled } from '#tests/support/applications';
import { auditOf } from '#tests/support/stored';

const minute = 60_000;

async function office() {
  const opened = await openOffice();
  const { app } = opened;
  const visitor = await filled(app);
  const rows = async () =>
    (await auditOf(app)).map(
      ({ username, action, subjectId }) => `${username} ${action} ${subjectId === visitor.id}`,
    );
  return { ...opened, visitor, rows };
}

test('reading a draft is an opening, once in 10 minutes', async () => {
  const { app, lukas, antje, visitor, rows } = await office();
  const paths = [...setKeys.map((key) => href(api.set(key), visitor)), href(api.declarations, visitor)];
  for (const path of paths) expect((await lukas.ask('GET', path)).status).toBe(200);
  expect(await rows()).toEqual(['lukas.weber details_opened true']);
  app.clock.now += 10 * minute;
  await antje.ask('GET', paths[0] ?? '');
  await lukas.ask('GET', paths[0] ?? '');
  expect((await rows()).slice(1)).toEqual([
    'antje.brandt details_opened true',
    'lukas.weber details_opened true',
  ]);
});

test('a draft that staff delete in their browser has a row of its own', async () => {
  const { app, lukas, visitor, rows } = await office();
  const headers = { cookie: visitor.cookie(), authorization: `Bearer ${lukas.token}` };
  expect((await app.ask('DELETE', href(api.application, visitor), { headers })).status).toBe(200);
  expect(await rows()).toEqual(['lukas.weber application_deleted true']);
});

test('what cannot be recorded is not shown', async () => {
  const { app, lukas, visitor } = await office();
  const { write } = app.db;
  app.db.write = () => Promise.reject(new DatabaseUnavailable('full'));
  const { status, body } = await lukas.ask('GET', href(api.set('contact-data'), visitor));
  expect([status, Object.keys(body)]).toEqual([503, ['message']]);
  app.db.write = write;
  expect((await lukas.ask('GET', href(api.set('contact-data'), visitor))).status).toBe(200);
});

test('a visitor pays for it with no statement', async () => {
  const { app, visitor } = await office();
  const path = href(api.set('horse-data'), visitor);
  const read = (headers: Record<string, string> = {}) => app.ask('GET', path, { headers });
  await read();
  expect(await countStatements(() => read())).toBe(2);
  // nor does a token that is none
  expect(await countStatements(() => read({ authorization: 'Bearer nothing' }))).toBe(2);
});
