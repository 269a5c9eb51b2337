/** Whether the audit log is whole, as administrators are told. */
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { api, href } from '#domain/urls';
import { createChainCheck } from '#server/features/backoffice/audit-log/routes';
import { tamper } from '#tests/db/support/audit';
import { auditOf } from '#tests/support/stored';
import { until } from '#tests/support/until';
import { ready } from '../handovers/desk';
import { openOffice } from '../staff';

test('a whole day leaves a whole chain, and one edited row is noticed', async () => {
  const { app, antje, lukas } = await openOffice();
  const chain = async () => (await antje.ask('GET', api.auditLog)).body.chain;
  const id = await ready(app);
  await lukas.ask('GET', href(api.details, { id }));
  await lukas.ask('GET', api.users);
  await app.refusals.settled();
  await lukas.ask('POST', href(api.caseNotes, { id }), {
    id: crypto.randomUUID(),
    text: 'Rückfrage am Montag',
  });
  await antje.ask('POST', api.users, { username: 'mira.yilmaz', password: 'lang-genug-2' });
  await lukas.ask('DELETE', href(api.staffApplication, { id }));
  expect((await auditOf(app)).map(({ action }) => action)).toEqual([
    'details_opened',
    'forbidden',
    'case_note_added',
    'user_created',
    'completed_application_deleted',
  ]);
  expect(await chain()).toEqual({ whole: true, firstBroken: null });
  await tamper(join(app.folder, 'app.db'), "update audit_log set username = 'antje.brandt' where id = 5");
  // a result is used again for a moment
  await until(async () => ((await chain()) as { whole: boolean }).whole === false);
  expect(await chain()).toEqual({ whole: false, firstBroken: 5 });
});

test('calls at the same time, and soon after it, share one check', async () => {
  const { app } = await openOffice();
  const check = createChainCheck(app.context);
  const [one, other] = [check(), check()];
  expect(other).toBe(one);
  expect(await one).toEqual({ whole: true, firstBroken: null });
  expect(check()).toBe(one);
});

test('a check that fails is made again', async () => {
  const { app } = await openOffice();
  const check = createChainCheck(app.context);
  spyOn(app.db.read, 'batch').mockImplementationOnce(() => Promise.reject(new Error('away')));
  await expect(check()).rejects.toThrow('away');
  expect(await check()).toMatchObject({ whole: true });
});
