/** The audit log as administrators read it, and whether it is whole. */
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { auditActions, auditLabel } from '#domain/audit/actions';
import { api, href } from '#domain/urls';
import { createChainCheck } from '#server/features/backoffice/logs';
import { tamper } from '#tests/db/support/audit';
import { until } from '#tests/support/until';
import { ready } from '../insurer/handovers/desk';
import { openOffice, type Staff } from '../staff';

type Log = { entries: unknown[]; chain: { whole: boolean; firstBroken: number | null } };
const entry = (id: number, at: string, { user }: Staff, action: string, subjectId: unknown) => ({
  id,
  at: `2026-11-20T${at}.000Z`,
  userId: user.id,
  username: user.username,
  action,
  subjectId,
});

// ASVS 16.2.1, 16.2.2
test('a whole day is listed with time, user, action and subject, and one edited row is noticed', async () => {
  const { app, antje, lukas } = await openOffice();
  const log = async () => (await antje.ask('GET', api.auditLog)).body as unknown as Log;
  const id = await ready(app);
  await lukas.ask('GET', href(api.details, { id }));
  await lukas.ask('GET', api.users);
  await app.refusals.settled();
  const note = { id: crypto.randomUUID(), text: 'Rückfrage am Montag' };
  await lukas.ask('POST', href(api.caseNotes, { id }), note);
  app.clock.now += 90_000;
  const account = { username: 'mira.yilmaz', password: 'lang-genug-2' };
  const { body: mira } = await antje.ask('POST', api.users, account);
  await lukas.ask('DELETE', href(api.staffApplication, { id }));
  await antje.ask('POST', href(api.endSessions, lukas.user));
  expect(await log()).toEqual({
    entries: [
      entry(6, '09:01:30', antje, 'sessions_ended', lukas.user.id),
      entry(5, '09:01:30', lukas, 'completed_application_deleted', id),
      entry(4, '09:01:30', antje, 'user_created', mira.id),
      entry(3, '09:00:00', lukas, 'case_note_added', id),
      entry(2, '09:00:00', lukas, 'forbidden', 'GET /api/backoffice/users'),
      entry(1, '09:00:00', lukas, 'details_opened', id),
    ],
    ...{ total: 6, totalPages: 1, chain: { whole: true, firstBroken: null } },
  } as never);
  await tamper(join(app.folder, 'app.db'), "update audit_log set username = 'antje.brandt' where id = 5");
  // a result is used again for a moment
  await until(async () => !(await log()).chain.whole);
  expect((await log()).chain).toEqual({ whole: false, firstBroken: 5 });
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

// ASVS 16.4.2
test('the audit log can be written or deleted by nobody', async () => {
  const { antje } = await openOffice();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect((await antje.ask(method, api.auditLog, {})).status).toBe(404);
});

test('every action has a label, and an unknown one is shown unchanged', () => {
  const words = auditActions.map(auditLabel);
  expect(new Set(words).size).toBe(auditActions.length);
  expect(words.filter((label) => !/^[A-ZÄÖÜ]/.test(label))).toEqual([]);
  for (const unknown of ['something_new', 'toString']) expect(auditLabel(unknown)).toBe(unknown);
});
