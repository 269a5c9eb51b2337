/** Administrators end the sessions of an account, at once and on all devices. */
import { describe, expect, test } from 'bun:test';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { openOffice, signedIn } from '#tests/server/features/backoffice/staff';
import { sentence } from '#tests/support/people';

describe('ending the sessions of an account', () => {
  // ASVS 7.4.5
  test('ends all of them at once and none of other accounts', async () => {
    const { app, antje, lukas } = await openOffice();
    const elsewhere = await signedIn(app, lukas.user);
    const { status, body } = await antje.ask('POST', href(api.endSessions, { id: lukas.user.id }));
    expect({ status, body }).toEqual({ status: 200, body: { message: sentence } });
    for (const session of [lukas, elsewhere]) {
      expect((await session.ask('GET', api.currentUser)).status).toBe(401);
      expect((await session.ask('GET', api.dashboard)).status).toBe(401);
    }
    expect((await antje.ask('GET', api.dashboard)).status).toBe(200);
    const [row, ...others] = await app.db.read.select().from(auditLog);
    expect(row).toMatchObject({
      username: 'antje.brandt',
      action: 'sessions_ended',
      subjectId: lukas.user.id,
    });
    expect(others).toEqual([]);
  });

  test('keeps the account: its password still opens a new session', async () => {
    const { app, antje } = await openOffice();
    const account = { username: 'mira.yilmaz', password: 'lang-genug-2' };
    const { body: mira } = await antje.ask('POST', api.users, account);
    await antje.ask('POST', href(api.endSessions, { id: String(mira.id) }));
    const login = await app.ask('POST', api.login, { body: account });
    const { token } = (await login.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.ask('GET', api.currentUser, { headers })).status).toBe(200);
  });

  test('is possible for the own account', async () => {
    const { antje } = await openOffice();
    expect((await antje.ask('POST', href(api.endSessions, { id: antje.user.id }))).status).toBe(200);
    expect((await antje.ask('GET', api.currentUser)).status).toBe(401);
  });

  test('twice at once succeeds twice', async () => {
    const { app, antje, lukas } = await openOffice();
    const twice = [1, 2].map(() => antje.ask('POST', href(api.endSessions, { id: lukas.user.id })));
    expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await app.db.read.select().from(auditLog)).toHaveLength(2);
  });

  test.each([
    ['an unknown account', crypto.randomUUID(), 404],
    ['an invalid id', 'lukas.weber', 422],
  ])('is refused for %s', async (_, id, expected) => {
    const { app, antje } = await openOffice();
    const { status, body } = await antje.ask('POST', href(api.endSessions, { id }));
    expect(status).toBe(expected);
    expect(body).toMatchObject({ message: sentence });
    expect(await app.db.read.select().from(auditLog)).toEqual([]);
  });

  test('is forbidden to case handlers, even for their own account', async () => {
    const { antje, lukas } = await openOffice();
    for (const { user } of [antje, lukas]) {
      expect((await lukas.ask('POST', href(api.endSessions, { id: user.id }))).status).toBe(403);
    }
    expect((await lukas.ask('GET', api.dashboard)).status).toBe(200);
  });
});
