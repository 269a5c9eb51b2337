/** Administrators end the sessions of an account: what was signed in is out, at once and everywhere. */
import { describe, expect, test } from 'bun:test';
import { auditLog } from '#db/schema';
import { api, href } from '#domain/urls';
import { openOffice, sentence, signedIn } from '#tests/server/features/backoffice/staff';

describe('sessions that are ended', () => {
  test('are over at once, all of that user, none of another', async () => {
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

  test('do not end the account: its password still opens a new one', async () => {
    const { app, antje } = await openOffice();
    const account = { username: 'mira.yilmaz', password: 'lang-genug-2' };
    const { body: mira } = await antje.ask('POST', api.users, account);
    await antje.ask('POST', href(api.endSessions, { id: String(mira.id) }));
    const login = await app.ask('POST', api.login, { body: account });
    const { token } = (await login.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.ask('GET', api.currentUser, { headers })).status).toBe(200);
  });

  test("may be one's own", async () => {
    const { antje } = await openOffice();
    expect((await antje.ask('POST', href(api.endSessions, { id: antje.user.id }))).status).toBe(200);
    expect((await antje.ask('GET', api.currentUser)).status).toBe(401);
  });

  test('twice at once are ended twice, and nothing is torn', async () => {
    const { app, antje, lukas } = await openOffice();
    const twice = [1, 2].map(() => antje.ask('POST', href(api.endSessions, { id: lukas.user.id })));
    expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await app.db.read.select().from(auditLog)).toHaveLength(2);
  });

  test.each([
    ['nobody', crypto.randomUUID(), 404],
    ['what is no id', 'lukas.weber', 422],
  ])('of %s: refused', async (_, id, expected) => {
    const { app, antje } = await openOffice();
    const { status, body } = await antje.ask('POST', href(api.endSessions, { id }));
    expect(status).toBe(expected);
    expect(body).toMatchObject({ message: sentence });
    expect(await app.db.read.select().from(auditLog)).toEqual([]);
  });

  test('are not for case handlers to end, not even their own', async () => {
    const { antje, lukas } = await openOffice();
    for (const { user } of [antje, lukas]) {
      expect((await lukas.ask('POST', href(api.endSessions, { id: user.id }))).status).toBe(403);
    }
    expect((await lukas.ask('GET', api.dashboard)).status).toBe(200);
  });
});
