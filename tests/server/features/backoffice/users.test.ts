/** Accounts as administrators list, create and delete them. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/staff';
import { longestPassword, usernameKey } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { sentence } from '#tests/support/people';
import { deedsOf, hire, openOffice, setOffice, statusesOf } from './staff';

const office = setOffice();
const { app } = office;
const mira = { password: 'geheim7', email: 'mira@sattelfest.example', role: 'admin' };
const named = () => `mira.${crypto.randomUUID()}`;
const create = (change: object = {}) =>
  office.antje.ask('POST', api.users, { username: named(), ...mira, ...change });
const remove = (id: string, by = office.antje) => by.ask('DELETE', href(api.user, { id }));
const signIn = async (username: string, password = mira.password) =>
  (await app.ask('POST', api.login, { body: { username, password } })).status;
describe('creating a user', () => {
  test('returns the account, which is listed without password data and can sign in at once', async () => {
    const username = named();
    const { status, body } = await create({ username });
    const { password: _, ...given } = mira;
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const createdAt = '2026-11-20T09:00:00.000Z';
    const account = { id, username, ...given, createdAt, secondFactor: false, awayUntil: null };
    expect({ status, body }).toEqual({ status: 201, body: account });
    expect((await office.antje.list(api.users)).find((one) => one.id === body.id)).toEqual(account);
    expect(await signIn(username)).toBe(200);
    expect(await deedsOf(app, body.id)).toEqual(['antje.brandt user_created']);
    const [stored] = await app.db.read.select().from(users).where(eq(users.username, username));
    expect(stored?.passwordHash).toStartWith('$argon2id$');
  });

  const blanks = { username: '\u202a\u200b mira \u00a0\u200e\u202c' };
  test.each([
    ['no role', { role: undefined }, { role: 'sachbearbeiter' }],
    ['null as the role', { role: null }, { role: 'sachbearbeiter' }],
    ['no address', { email: undefined }, { email: null }],
    ['an empty address', { email: '' }, { email: null }],
    ['what nobody sees at the ends of the name', blanks, { username: 'mira' }],
    ['unknown fields', { id: '1', passwordByAdmin: false, passwordHash: 'x' }, {}],
  ])('accepts %s', async (_, change, expected) => {
    expect(await create(change)).toMatchObject({ status: 201, body: expected });
  });

  const tooShort = 'Benutzername muss mindestens 3 Zeichen lang sein';
  const letters =
    'Bitte verwenden Sie nur Buchstaben, Ziffern, Leerzeichen, Punkt, Binde- und Unterstrich und @';
  test.each([
    ['username', 'ab', tooShort],
    ['username', undefined, tooShort],
    ['username', '\u200b\u2060\u00ad\u200e', sentence],
    ['username', 'mi\0ra', sentence],
    ['username', "o'hara", letters],
    [
      'username',
      'betroffene_PERSON',
      'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen',
    ],
    ['password', '12345', 'Passwort muss mindestens 6 Zeichen lang sein'],
    ['password', 'äöü'.normalize('NFD'), sentence],
    ['password', 'x'.repeat(201), sentence],
    ['email', 'mira@', 'Ungültige E-Mail-Adresse'],
    ['role', 'root', 'Bitte wählen Sie eine Rolle aus'],
  ])('refuses %s: %p', async (path, value, message) => {
    const before = await app.db.read.$count(users);
    const { status, body } = await create({ [path]: value });
    const errors = [{ path, message }];
    expect({ status, body }).toEqual({ status: 422, body: { message: sentence, errors } });
    expect(await app.db.read.$count(users)).toBe(before);
  });

  test('refuses a name that is taken, also in other case or with spaces around it', async () => {
    await create({ username: 'Jürgen' });
    for (const username of ['lukas.weber', 'LUKAS.Weber', ' lukas.weber ', 'JÜRGEN'])
      expect(await create({ username })).toMatchObject({ status: 409, body: { message: sentence } });
  });

  test('several times at once creates one account', async () => {
    const username = named();
    expect(await statusesOf([1, 2, 3].map(() => create({ username })))).toEqual([201, 409, 409]);
  });
});

test('an account with a name that is not possible any more signs in and stays', async () => {
  const id = String((await create()).body.id);
  const username = 'Мира (Büro)';
  const old = { username, usernameKey: usernameKey(username) };
  await app.db.write((tx) => tx.update(users).set(old).where(eq(users.id, id)));
  expect(await signIn(username)).toBe(200);
  expect(await office.antje.list(api.users)).toContainEqual(expect.objectContaining({ username }));
});

describe('changing a user', () => {
  const change = (id: string, body: unknown, by = office.antje) =>
    by.ask('PATCH', href(api.user, { id }), body);
  const changeOwn = (body: unknown, by = office.lukas) => by.ask('PATCH', api.currentUser, body);

  test('says until when they are away, which the list shows, and the log once', async () => {
    const kim = await hire(app, named(), 'sachbearbeiter');
    const { id } = kim.user;
    const away = { awayUntil: '2026-12-01' };
    for (const _ of [1, 2])
      expect(await change(id, away)).toMatchObject({ status: 200, body: { id, ...away } });
    expect(await office.antje.list(api.users)).toContainEqual(expect.objectContaining({ id, ...away }));
    expect((await kim.ask('GET', api.currentUser)).body).toMatchObject(away);
    expect(await deedsOf(app, id)).toEqual(['antje.brandt user_changed']);
    expect(await change(id, { awayUntil: null })).toMatchObject({ body: { awayUntil: null } });
  });

  test('is one’s own right', async () => {
    expect(await changeOwn({ awayUntil: '2026-12-01' })).toMatchObject({ body: { awayUntil: '2026-12-01' } });
    expect(await changeOwn({ awayUntil: null })).toMatchObject({ body: { awayUntil: null, digest: false } });
  });

  test('turns the mail in the morning on, with an address only', async () => {
    const message = 'Dafür braucht Ihr Konto eine E-Mail-Adresse';
    const refused = { status: 422, body: { errors: [{ path: 'digest', message }] } };
    expect(await changeOwn({ digest: true })).toMatchObject(refused);
    const { id } = office.antje.user;
    await app.db.write((tx) => tx.update(users).set({ email: mira.email }).where(eq(users.id, id)));
    for (const digest of [true, false])
      expect(await changeOwn({ digest }, office.antje)).toMatchObject({ status: 200, body: { digest } });
    // nobody else decides what somebody gets
    await change(id, { digest: true });
    expect((await office.antje.ask('GET', api.currentUser)).body).toMatchObject({ digest: false });
  });
});

describe('deleting a user', () => {
  test('returns a message, and the token of the user is invalid from then on', async () => {
    const kim = await hire(app, 'kim', 'sachbearbeiter');
    expect((await kim.ask('GET', api.dashboard)).status).toBe(200);
    expect(await remove(kim.user.id)).toMatchObject({ status: 200, body: { message: sentence } });
    expect((await kim.ask('GET', api.dashboard)).status).toBe(401);
    expect(await office.antje.list(api.users)).not.toContainEqual(
      expect.objectContaining({ id: kim.user.id }),
    );
    expect(await deedsOf(app, kim.user.id)).toEqual(['antje.brandt user_deleted']);
    expect((await remove(kim.user.id)).status).toBe(404);
  });

  test('is refused for the own account, so that one administrator always remains', async () => {
    const { id } = office.antje.user;
    const message = 'Sie können Ihr eigenes Benutzerkonto nicht löschen.';
    for (const own of [id, id.toUpperCase()])
      expect(await remove(own)).toMatchObject({ status: 409, body: { message } });
  });

  test('leaves one administrator when two delete each other at once', async () => {
    const { app } = await openOffice();
    for (let round = 0; round < 10; round += 1) {
      await app.db.write((tx) => tx.delete(users));
      const [antje, kim] = [await hire(app, 'antje', 'admin'), await hire(app, 'kim', 'admin')];
      const statuses = await statusesOf([remove(kim.user.id, antje), remove(antje.user.id, kim)]);
      expect([
        [200, 401],
        [200, 409],
      ]).toContainEqual(statuses);
      expect(await app.db.read.$count(users, eq(users.role, 'admin'))).toBe(1);
    }
  });
});

/** No kind of character is demanded or changed, and every character counts. */
// ASVS 6.2.5, 6.2.8, 6.2.9
describe('a password', () => {
  test.each([
    ['only small letters', 'abcdefgh'],
    ['only digits', '48151623'],
    ['spaces and line ends', ' a \n b '],
    ['emoji', '🐴🐴🐴🐴🐴🐴'],
    ['as many as are allowed', `${'x'.repeat(longestPassword - 2)}yz`],
  ])('of %s is accepted, and nothing similar signs in', async (_, password) => {
    const username = named();
    expect((await create({ username, password })).status).toBe(201);
    const similar = [password.slice(0, -1), password.toUpperCase(), password.trim()];
    for (const typed of similar.filter((one) => one !== password))
      expect(await signIn(username, typed)).toBe(401);
    expect(await signIn(username, password)).toBe(200);
  });

  test('with umlauts signs in from every keyboard, however it was typed first', async () => {
    const forms = ['Käse-Brötchen', 'Käse-Brötchen'.normalize('NFD')];
    for (const password of forms) {
      const username = named();
      expect((await create({ username, password })).status).toBe(201);
      for (const typed of forms) expect(await signIn(username, typed)).toBe(200);
      expect(await signIn(username, 'Kase-Brotchen')).toBe(401);
    }
  });
});
