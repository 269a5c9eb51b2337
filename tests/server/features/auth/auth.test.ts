import { afterEach, beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/staff';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { type Answer, answerOf, sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { encode, sign } from '#tests/support/tokens';
import { emptyStaff } from './browsers';

const hour = 3_600_000;
const wrongCredentials = 'Ungültiger Benutzername oder Passwort';
const uuid = /^[0-9a-f-]{36}$/;
type Login = { username?: unknown; password?: unknown };

const shared = setApp();
beforeEach(() => emptyStaff(shared));

async function open(env?: Record<string, string>) {
  const app = env ? await startApp({ env }) : shared;
  const { authorization } = await app.signIn();
  return { app, token: authorization.replace('Bearer ', '') };
}
const signIn = async (app: TestApp, body: Login, headers: Record<string, string> = {}): Promise<Answer> =>
  answerOf(await app.ask('POST', '/api/auth/login', { body, headers }));
const whoAmI = async (app: TestApp, authorization?: string): Promise<Answer> =>
  answerOf(
    await app.ask('GET', '/api/auth/user', { headers: authorization === undefined ? {} : { authorization } }),
  );

describe('signing in', () => {
  test('returns a token and the user', async () => {
    const { app } = await open();
    const { status, body } = await signIn(app, administrator);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: { id: expect.stringMatching(uuid), username: 'admin', email: null, role: 'admin' },
    });
  });

  test('is refused with the same message, whatever is wrong', async () => {
    const { app } = await open();
    const bad: Login[] = [
      { username: 'admin', password: 'falsch-genug' },
      { username: 'admin', password: administrator.password.toUpperCase() },
      { username: 'admin', password: administrator.password.slice(0, -1) },
      { username: 'niemand', password: administrator.password },
      { username: "admin' OR '1'='1", password: 'x' },
      { username: '__proto__', password: 'x' },
      { username: '🐴', password: '🐴' },
    ];
    for (const sent of bad) {
      const { status, body } = await signIn(app, sent);
      expect({ sent, status, body }).toEqual({ sent, status: 401, body: { message: wrongCredentials } });
    }
  });

  test('takes the same work for an unknown user as for a wrong password', async () => {
    const { app } = await open();
    const verify = spyOn(Bun.password, 'verify');
    const workFor = async (username: string) => {
      verify.mockClear();
      await signIn(app, { username, password: 'falsch-genug' });
      return verify.mock.calls.map(([, hash]) =>
        String(hash)
          .split('$')
          .map((part, at) => (at < 4 ? part : part.length)),
      );
    };
    const [unknown, wrong] = [await workFor('niemand'), await workFor('admin')];
    verify.mockRestore();
    expect(wrong).toEqual([['', 'argon2id', 'v=19', 'm=8,t=1,p=1', 43, 43]]);
    expect(unknown).toEqual(wrong);
  });

  const noName = { path: 'username', message: 'Benutzername ist erforderlich' };
  const noPassword = { path: 'password', message: 'Passwort ist erforderlich' };
  test.each<[string, Login, unknown[]]>([
    ['no fields', {}, [noName, noPassword]],
    ['no password', { username: 'admin' }, [noPassword]],
    ['an empty password', { username: 'admin', password: '' }, [noPassword]],
    ['no name', { password: 'x' }, [noName]],
    ['an empty name', { username: '', password: 'x' }, [noName]],
    ['values that are not text', { username: ['admin'], password: 7 }, [noName, noPassword]],
    ['operators', { username: { $ne: null }, password: { $ne: null } }, [noName, noPassword]],
  ])('needs a name and a password: %s', async (_, sent, errors) => {
    const { status, body } = await signIn(shared, sent);
    expect({ status, body }).toEqual({ status: 422, body: { message: sentence, errors } });
  });

  test('is refused with a password of 50,000 characters', async () => {
    const { app } = await open();
    const { status } = await signIn(app, { username: 'admin', password: 'x'.repeat(50_000) });
    expect([401, 422]).toContain(status);
  });
});

describe('the current user', () => {
  // ASVS 15.3.1
  test('is returned in both formats, without the password hash', async () => {
    const { app, token } = await open();
    const { status, body, headers } = await whoAmI(app, `Bearer ${token}`);
    expect(status).toBe(200);
    const person = { id: expect.stringMatching(uuid), username: 'admin', email: null, role: 'admin' };
    const createdAt = '2026-11-20T09:00:00.000Z';
    expect(body).toMatchObject({ ...person, user: { ...person, createdAt } });
    expect(Object.keys(body.user as object).sort()).toEqual([
      'createdAt',
      'email',
      'id',
      'mustChangePassword',
      'mustSetSecondFactor',
      'passwordMin',
      'role',
      'secondFactor',
      'username',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/hash|argon|version/i);
    expect(headers.get('cache-control') ?? '').toMatch(/no-store|private|^$/);
  });

  // ASVS 9.1.1–9.1.3
  test('is unknown without a valid token of this server', async () => {
    const { app, token } = await open();
    const [head = '', claims = '', signature = ''] = token.split('.');
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const bad: [string, string | undefined][] = [
      ['nothing', undefined],
      ['empty', ''],
      ['no token', 'Bearer'],
      ['an empty token', 'Bearer '],
      ['no scheme', token],
      ['another scheme', `Basic ${token}`],
      ['garbage', 'Bearer x'],
      ['three points', 'Bearer ...'],
      ['null', 'Bearer null'],
      ['undefined', 'Bearer undefined'],
      ['very long', `Bearer ${'x'.repeat(20_000)}`],
      ['no signature', `Bearer ${head}.${claims}.`],
      ['two parts', `Bearer ${head}.${claims}`],
      ['another signature', `Bearer ${head}.${claims}.${flipped}`],
      ['other claims', `Bearer ${head}.${encode({ ...read, exp: 99_999_999_999 })}.${signature}`],
      ['alg none', `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`],
      ['alg NONE, signed', `Bearer ${encode({ alg: 'NONE', typ: 'JWT' })}.${claims}.${signature}`],
      ['another secret', `Bearer ${sign(read, 'x'.repeat(32))}`],
      ['an empty secret', `Bearer ${sign(read, '')}`],
      ['past its end', `Bearer ${sign({ ...read, exp: 1 }, app.config.jwtSecret)}`],
      ['no claims', `Bearer ${sign({ exp: 99_999_999_999 }, app.config.jwtSecret)}`],
      ['claims that are no object', `Bearer ${sign(null, app.config.jwtSecret)}`],
    ];
    for (const [name, authorization] of bad) {
      const { status, body } = await whoAmI(app, authorization);
      expect({ name, status, body }).toEqual({ name, status: 401, body: { message: sentence } });
    }
    expect((await whoAmI(app, `Bearer ${token}`)).status).toBe(200);
  });

  afterEach(() => {
    setSystemTime();
  });

  test.each([
    [8, { TOKEN_HOURS: '8' }],
    [1, { TOKEN_HOURS: '1' }],
  ])('is unknown %i hours after the sign-in', async (hours, env) => {
    setSystemTime(testNow);
    const { app, token } = await open(env);
    /** Sets the clock of the application and of the process. */
    const moveTo = (now: number) => {
      app.clock.now = now;
      setSystemTime(now);
      return whoAmI(app, `Bearer ${token}`);
    };
    expect((await moveTo(testNow + hours * hour - 5000)).status).toBe(200);
    expect((await moveTo(testNow + hours * hour + 5000)).status).toBe(401);
  });

  // ASVS 7.4.2
  test('is unknown after the account is deleted', async () => {
    const { app, token } = await open();
    await app.db.write(async (tx) => {
      await tx.delete(users).where(eq(users.username, 'admin'));
    });
    expect((await whoAmI(app, `Bearer ${token}`)).status).toBe(401);
  });

  // ASVS 9.2.2–9.2.4
  test('of one installation is unknown in another', async () => {
    const [one, two] = [await open(), await open({})];
    expect((await whoAmI(two.app, `Bearer ${one.token}`)).status).toBe(401);
  });
});
