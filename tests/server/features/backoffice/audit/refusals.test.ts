/** Refused sign-ins, missing rights and limits are in the audit log, without delaying an answer. */
// ASVS 16.2.1, 16.2.2, 16.3.1, 16.3.2
import { describe, expect, test } from 'bun:test';
import { type RefusalKind, refusalKinds } from '#domain/audit/actions';
import { minuteMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { createRefusalLog } from '#server/services';
import { startApp, type TestApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { auditOf } from '#tests/support/stored';
import { hire, openOffice, type Staff } from '../staff';

const from = (address: string) => ({ 'x-forwarded-for': address });
const proxied = { TRUST_PROXY: 'true' };

async function refusalsOf(app: TestApp) {
  await app.refusals.settled();
  return (await auditOf(app)).filter(({ action }) => refusalKinds.some((kind) => kind === action));
}

const signIn = (app: TestApp, username: string, address: string) =>
  app.ask('POST', api.login, { body: { username, password: 'falsch-genug-1' }, headers: from(address) });

test('a refused sign-in is one row for each address and minute, and names nobody', async () => {
  const app = await startApp({ env: proxied });
  await app.signIn();
  for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
    expect((await signIn(app, 'admin', address)).status).toBe(401);
  app.clock.now += minuteMs;
  await signIn(app, 'ADMIN', '203.0.113.1');
  await signIn(app, 'niemand', '203.0.113.9');
  const rows = await refusalsOf(app);
  const unnamed = { action: 'sign_in_refused', userId: '', username: '' };
  expect(rows).toMatchObject(Array(4).fill(unnamed));
  const [first, second, later, nobody] = rows;
  expect(later).toMatchObject({ address: first?.address, subjectId: first?.subjectId });
  expect(second?.address).not.toBe(first?.address as string);
  expect(nobody?.subjectId).not.toBe(first?.subjectId as string);
  expect(JSON.stringify(rows)).not.toMatch(/admin|niemand|203\.0/i);
});

test('a missing right is recorded with account and call, each call once in a minute, and without an account too', async () => {
  const { app, antje, lukas } = await openOffice();
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await lukas.ask('GET', api.users)).status).toBe(403);
    expect((await lukas.ask('DELETE', href(api.user, antje.user))).status).toBe(403);
  }
  const draft = href(api.application, await begun(app, ['contact-data']));
  expect((await app.ask('DELETE', draft)).status).toBe(403);
  expect((await app.ask('GET', api.users)).status).toBe(401);
  const headers = { 'sec-fetch-site': 'cross-site' };
  for (const path of [api.callbackRequests, href(api.answerStatus, { token: 'geheim' })])
    expect((await app.ask('POST', path, { body: {}, headers })).status).toBe(403);
  const { id, username } = lukas.user;
  const rows = await refusalsOf(app);
  expect(rows.map((row) => [row.action, row.userId, row.username, row.subjectId])).toEqual([
    ['forbidden', id, username, 'GET /api/backoffice/users'],
    ['forbidden', id, username, 'DELETE /api/backoffice/users/:id'],
    ['forbidden', '', '', 'DELETE /api/applications/:id'],
    ['forbidden', '', '', 'POST /api/callback-requests'],
    ['forbidden', '', '', 'POST /api/status/:token/answer'],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/geheim|127\.0/);
});

test('a limit is recorded for a call of the API and for a plain form', async () => {
  const { app } = await openOffice({ env: { ...proxied, RATE_LIMIT: 'on' } });
  const until429 = async (ask: () => Promise<Response>) => {
    for (let count = 0; count < 80; count += 1) if ((await ask()).status === 429) return;
    throw new Error('no limit');
  };
  await until429(() => signIn(app, 'niemand', '203.0.113.1'));
  const form = { raw: 'email=a%40b.example', type: 'application/x-www-form-urlencoded' };
  const headers = { ...from('203.0.113.2'), 'sec-fetch-site': 'same-origin', accept: 'text/html' };
  await until429(() => app.ask('POST', api.privacyRequests, { ...form, headers }));
  const limits = (await refusalsOf(app)).filter(({ action }) => action === 'too_many');
  expect(new Set(limits.map(({ address }) => address)).size).toBe(2);
  expect(limits.map(({ subjectId }) => subjectId).toSorted()).toEqual([
    'POST /api/auth/login',
    'POST /api/privacy-requests',
  ]);
});

test('many refusals are at most 100 rows of a kind and minute, over all instances', async () => {
  const { app } = await openOffice({ env: proxied });
  const note = (kind: RefusalKind, network: number, count: number) => {
    for (let host = 0; host < count; host += 1)
      app.context.noteRefusal({ kind, address: `10.0.${network}.${host}` });
  };
  const started = app.clock.now;
  note('too_many', 1, 60);
  note('sign_in_refused', 1, 130);
  await app.refusals.settled();
  // another instance counts for itself, and is stopped by the database
  const other = createRefusalLog(app.context);
  for (let host = 0; host < 250; host += 1)
    other.note({ kind: 'too_many', address: host < 20 ? `10.0.1.${host}` : `10.0.2.${host}` });
  await other.settled();
  app.clock.now += minuteMs;
  note('too_many', 3, 5);
  const rows = await refusalsOf(app);
  const count = (kind: string, later: boolean) =>
    rows.filter(({ action, at }) => action === kind && at > started === later).length;
  expect([count('too_many', false), count('sign_in_refused', false), count('too_many', true)]).toEqual([
    100, 100, 5,
  ]);
  expect(new Set(rows.map(({ action, at, address }) => `${action} ${at} ${address}`)).size).toBe(205);
});

describe('noise', () => {
  test('of strangers hides neither a guess at an account nor what staff have no right to', async () => {
    const app = await startApp({ env: proxied });
    await app.signIn();
    const lukas = await hire(app, 'lukas.weber', 'sachbearbeiter');
    for (let host = 0; host < 150; host += 1) {
      const stranger = { address: `10.0.${host}.1`, name: `name-${host}`, call: `GET /${host}` };
      for (const kind of ['sign_in_refused', 'forbidden'] as const)
        app.context.noteRefusal({ kind, ...stranger });
    }
    await app.refusals.settled();
    await signIn(app, 'Admin', '203.0.113.1');
    await lukas.ask('GET', api.users);
    const rows = await refusalsOf(app);
    expect(rows.slice(200).map(({ action }) => action)).toEqual(['sign_in_refused', 'forbidden']);
  });

  test('of one address or account leaves room for others', async () => {
    const { app, antje, lukas } = await openOffice();
    const note = (count: number, address: string, user: Staff['user'] | null) => {
      for (let call = 0; call < count; call += 1)
        app.context.noteRefusal({ kind: 'forbidden', address, user, call: `GET /${call}` });
    };
    note(300, '203.0.113.1', null);
    for (let host = 0; host < 30; host += 1) note(10, `203.0.114.${host}`, lukas.user);
    note(1, '203.0.113.2', null);
    note(1, '203.0.113.3', antje.user);
    const rows = await refusalsOf(app);
    const count = (userId: string) => rows.filter((row) => row.userId === userId).length;
    expect([count(''), count(lukas.user.id), count(antje.user.id)]).toEqual([21, 20, 1]);
  });
});

test('a database that cannot record a refusal changes no answer, delays none and is reported in the log', async () => {
  const { app, lukas } = await openOffice();
  const { write } = app.db;
  app.db.write = () => Promise.reject(new Error('away'));
  expect((await lukas.ask('GET', api.users)).status).toBe(403);
  await app.refusals.settled();
  expect(app.logged.join('')).toContain('refusals_not_recorded');
  app.db.write = write;
  expect(await refusalsOf(app)).toEqual([]);
  app.clock.now += minuteMs;
  const gate = Promise.withResolvers<void>();
  app.db.write = async (work) => {
    await gate.promise;
    return await write(work);
  };
  expect((await lukas.ask('GET', api.users)).status).toBe(403);
  gate.resolve();
  expect(await refusalsOf(app)).toHaveLength(1);
});
