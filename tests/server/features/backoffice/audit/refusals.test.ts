/** Refused sign-ins, missing rights and limits are in the audit log, without delaying an answer. */
import { describe, expect, test } from 'bun:test';
import { auditLog } from '#db/schema';
import { type RefusalKind, refusalKinds } from '#domain/backoffice/audit';
import { api } from '#domain/urls';
import { createRefusalLog } from '#server/refusal-log';
import { startApp, type TestApp } from '#tests/support/app';
import { openOffice } from '../staff';

const minute = 60_000;
const from = (address: string) => ({ 'x-forwarded-for': address });
const proxied = { TRUST_PROXY: 'true' };

async function refusalsOf({ db, refusals }: TestApp) {
  await refusals.settled();
  const rows = await db.read.select().from(auditLog);
  return rows.filter(({ action }) => refusalKinds.some((kind) => kind === action));
}

const signIn = (app: TestApp, username: string, address: string) =>
  app.ask('POST', api.login, { body: { username, password: 'falsch-genug-1' }, headers: from(address) });

describe('a refused sign-in', () => {
  test('is one row for each address and minute, and names nobody', async () => {
    const app = await startApp({ env: proxied });
    await app.signIn();
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2'])
      expect((await signIn(app, 'admin', address)).status).toBe(401);
    app.clock.now += minute;
    await signIn(app, 'ADMIN', '203.0.113.1');
    await signIn(app, 'niemand', '203.0.113.9');
    const rows = await refusalsOf(app);
    expect(rows.map(({ action, userId, username }) => ({ action, userId, username }))).toEqual(
      Array.from({ length: 4 }, () => ({ action: 'sign_in_refused', userId: '', username: '' })),
    );
    const [first, second, later, nobody] = rows;
    expect(later).toMatchObject({ address: first?.address, subjectId: first?.subjectId });
    expect(second?.address).not.toBe(first?.address as string);
    expect(nobody?.subjectId).not.toBe(first?.subjectId as string);
    expect(JSON.stringify(rows)).not.toMatch(/admin|niemand|203\.0/i);
  });
});

describe('a missing right', () => {
  test('is recorded with the account; without a sign-in, or from another site, it is none', async () => {
    const { app, lukas } = await openOffice();
    expect((await lukas.ask('GET', api.users)).status).toBe(403);
    expect((await lukas.ask('GET', api.auditLog)).status).toBe(403);
    expect((await app.ask('GET', api.users)).status).toBe(401);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await app.ask('POST', api.callbackRequests, { body: {}, headers: foreign })).status).toBe(403);
    const { id: userId, username } = lukas.user;
    expect(await refusalsOf(app)).toMatchObject([{ action: 'forbidden', userId, username, subjectId: '' }]);
  });
});

describe('a limit', () => {
  test('is recorded for a call of the API and for a plain form', async () => {
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
  });
});

describe('many refusals', () => {
  test('are at most 100 rows of a kind and minute, over all instances', async () => {
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
    app.clock.now += minute;
    note('too_many', 3, 5);
    const rows = await refusalsOf(app);
    const count = (kind: string, later: boolean) =>
      rows.filter(({ action, at }) => action === kind && at > started === later).length;
    expect([count('too_many', false), count('sign_in_refused', false), count('too_many', true)]).toEqual([
      100, 100, 5,
    ]);
    expect(new Set(rows.map(({ action, at, address }) => `${action} ${at} ${address}`)).size).toBe(205);
  });
});

describe('a database that cannot record a refusal', () => {
  test('changes no answer and is reported in the log', async () => {
    const { app, lukas } = await openOffice();
    const { write } = app.db;
    app.db.write = () => Promise.reject(new Error('away'));
    expect((await lukas.ask('GET', api.users)).status).toBe(403);
    await app.refusals.settled();
    app.db.write = write;
    expect(app.logged.join('')).toContain('refusals_not_recorded');
    expect(await refusalsOf(app)).toEqual([]);
    app.clock.now += minute;
    await lukas.ask('GET', api.users);
    expect(await refusalsOf(app)).toHaveLength(1);
  });

  test('does not delay an answer', async () => {
    const { app, lukas } = await openOffice();
    const gate = Promise.withResolvers<void>();
    const { write } = app.db;
    app.db.write = async (work) => {
      await gate.promise;
      return await write(work);
    };
    expect((await lukas.ask('GET', api.users)).status).toBe(403);
    gate.resolve();
    expect(await refusalsOf(app)).toHaveLength(1);
  });
});
