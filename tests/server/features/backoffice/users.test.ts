import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { auditLog, users } from '#db/schema/staff';
import { usernameKey } from '#domain/accounts/usernames';
import { api, href } from '#domain/urls';
import { answerOf, sentence } from '#tests/support/people';
import { hire, openOffice, setOffice } from './staff';

setDefaultTimeout(30_000);

const mira = {
  username: 'mira.yilmaz',
  password: 'geheim7',
  email: 'mira@sattelfest.example',
  role: 'admin',
};

describe('the list of users', () => {
  test('is a bare array, newest first, without password data', async () => {
    const { app, antje, lukas } = await openOffice();
    app.clock.now += 1000;
    const kim = await hire(app, 'kim', 'admin');
    const listed = await antje.list(api.users);
    expect(listed.map(({ id }) => id)).toEqual([kim.user.id, lukas.user.id, antje.user.id]);
    expect(listed[0]).toEqual({
      id: kim.user.id,
      username: 'kim',
      email: null,
      role: 'admin',
      createdAt: '2026-11-20T09:00:01.000Z',
      secondFactor: false,
    });
  });
});

describe('creating a user', () => {
  const office = setOffice();
  const named = () => `mira.${crypto.randomUUID()}`;

  test('returns the account, which can sign in at once', async () => {
    const { app, antje } = await openOffice();
    const { status, body } = await antje.ask('POST', api.users, mira);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username: mira.username,
        email: mira.email,
        role: 'admin',
        createdAt: '2026-11-20T09:00:00.000Z',
        secondFactor: false,
      },
    });
    const login = await answerOf(await app.ask('POST', '/api/auth/login', { body: mira }));
    expect(login.status).toBe(200);
    const lines = await app.db.read.select().from(auditLog);
    expect(lines.map(({ username, action, subjectId }) => [username, action, subjectId])).toEqual([
      ['antje.brandt', 'user_created', String(body.id)],
      [mira.username, 'signed_in', expect.any(String)],
    ]);
    const [stored] = (await app.db.read.select().from(users)).filter(({ id }) => id === body.id);
    expect(stored?.passwordHash).toStartWith('$argon2id$');
  });

  test.each([
    ['no role', { role: undefined }, { role: 'sachbearbeiter' }],
    ['null as the role', { role: null }, { role: 'sachbearbeiter' }],
    ['no address', { email: undefined }, { email: null }],
    ['an empty address', { email: '' }, { email: null }],
    ['spaces around the name', { username: '  mira  ' }, { username: 'mira' }],
    ['unknown fields', { id: '1', passwordByAdmin: false, passwordHash: 'x' }, {}],
  ])('accepts %s', async (_, change, expected) => {
    const asked = { ...mira, username: named(), ...change };
    const { status, body } = await office.antje.ask('POST', api.users, asked);
    expect({ status, body }).toMatchObject({ status: 201, body: expected });
  });

  test.each([
    ['a short name', { username: 'ab' }, 'username', 'Benutzername muss mindestens 3 Zeichen lang sein'],
    ['no name', { username: undefined }, 'username', 'Benutzername muss mindestens 3 Zeichen lang sein'],
    ['a short password', { password: '12345' }, 'password', 'Passwort muss mindestens 6 Zeichen lang sein'],
    ['a long password', { password: 'x'.repeat(201) }, 'password', sentence],
    ['a bad address', { email: 'mira@' }, 'email', 'Ungültige E-Mail-Adresse'],
    ['another role', { role: 'root' }, 'role', 'Bitte wählen Sie eine Rolle aus'],
    ['control characters', { username: 'mi\u0000ra' }, 'username', sentence],
    [
      'other characters',
      { username: "o'hara" },
      'username',
      'Bitte verwenden Sie nur Buchstaben, Ziffern, Leerzeichen, Punkt, Binde- und Unterstrich und @',
    ],
    [
      'a name that the product uses itself',
      { username: 'betroffene_PERSON' },
      'username',
      'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen',
    ],
  ])('refuses %s', async (_, change, path, message) => {
    const before = await office.app.db.read.$count(users);
    const asked = { ...mira, username: named(), ...change };
    const { status, body } = await office.antje.ask('POST', api.users, asked);
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: sentence, errors: [{ path, message }] },
    });
    expect(await office.app.db.read.$count(users)).toBe(before);
  });

  test('takes a name without what nobody sees at its ends, as without blanks there', async () => {
    const username = named();
    const asked = { ...mira, username: `\u202a\u200b ${username}\u00a0\u200e\u202c` };
    expect(await office.antje.ask('POST', api.users, asked)).toMatchObject({
      status: 201,
      body: { username },
    });
    const nobody = { ...mira, username: '\u200b\u2060\u00ad\u200e' };
    expect((await office.antje.ask('POST', api.users, nobody)).status).toBe(422);
  });

  test('refuses a name that is taken, also in other case or with spaces around it', async () => {
    const { antje } = office;
    for (const username of ['lukas.weber', 'LUKAS.Weber', ' lukas.weber ']) {
      const { status, body } = await antje.ask('POST', api.users, { ...mira, username });
      expect({ status, body }).toEqual({ status: 409, body: { message: sentence } });
    }
    const first = await antje.ask('POST', api.users, { ...mira, username: 'Jürgen' });
    const second = await antje.ask('POST', api.users, { ...mira, username: 'JÜRGEN' });
    expect([first.status, second.status]).toEqual([201, 409]);
  });

  test('an account with a name that is not possible any more signs in and stays', async () => {
    const { app, antje } = await openOffice();
    await antje.ask('POST', api.users, mira);
    const old = 'Мира (Büro)';
    await app.db.write((tx) =>
      tx
        .update(users)
        .set({ username: old, usernameKey: usernameKey(old) })
        .where(eq(users.username, mira.username)),
    );
    const { password } = mira;
    expect((await app.ask('POST', api.login, { body: { username: old, password } })).status).toBe(200);
    expect((await antje.list<{ username: string }>(api.users)).map(({ username }) => username)).toContain(
      old,
    );
  });

  test('several times at once creates one account', async () => {
    const asked = { ...mira, username: named() };
    const answers = await Promise.all([1, 2, 3].map(() => office.antje.ask('POST', api.users, asked)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('deleting a user', () => {
  test('returns a message, and the token of the user is invalid from then on', async () => {
    const { app, antje, lukas } = await openOffice();
    expect((await lukas.ask('GET', api.dashboard)).status).toBe(200);
    const { status, body } = await antje.ask('DELETE', href(api.user, { id: lukas.user.id }));
    expect({ status, body }).toEqual({ status: 200, body: { message: sentence } });
    expect((await lukas.ask('GET', api.dashboard)).status).toBe(401);
    expect((await antje.list(api.users)).map(({ id }) => id)).toEqual([antje.user.id]);
    const lines = await app.db.read.select().from(auditLog);
    expect(lines.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['user_deleted', lukas.user.id],
    ]);
    expect((await antje.ask('DELETE', href(api.user, { id: lukas.user.id }))).status).toBe(404);
  });

  test('is refused for the own account, so that one administrator always remains', async () => {
    const { app, antje } = await openOffice();
    const kim = await hire(app, 'kim', 'admin');
    for (const id of [antje.user.id, antje.user.id.toUpperCase()]) {
      const { status, body } = await antje.ask('DELETE', href(api.user, { id }));
      const message = 'Sie können Ihr eigenes Benutzerkonto nicht löschen.';
      expect({ status, body }).toEqual({ status: 409, body: { message } });
    }
    expect((await antje.ask('DELETE', href(api.user, { id: kim.user.id }))).status).toBe(200);
    expect((await antje.ask('DELETE', href(api.user, { id: antje.user.id }))).status).toBe(409);
    expect(await antje.list(api.users)).toHaveLength(2);
  });

  test('leaves one administrator when two delete each other at once', async () => {
    const { app } = await openOffice();
    for (let round = 0; round < 10; round += 1) {
      await app.db.write((tx) => tx.delete(users));
      const antje = await hire(app, 'antje', 'admin');
      const kim = await hire(app, 'kim', 'admin');
      const answers = await Promise.all([
        antje.ask('DELETE', href(api.user, { id: kim.user.id })),
        kim.ask('DELETE', href(api.user, { id: antje.user.id })),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect([
        [200, 401],
        [200, 409],
      ]).toContainEqual(statuses);
      const left = await app.db.read.select().from(users);
      expect(left.filter(({ role }) => role === 'admin')).toHaveLength(1);
    }
  });

  test('who does not exist returns 404', async () => {
    const { antje } = await openOffice();
    const { status, body } = await antje.ask('DELETE', href(api.user, { id: crypto.randomUUID() }));
    expect({ status, body }).toEqual({ status: 404, body: { message: sentence } });
  });
});
