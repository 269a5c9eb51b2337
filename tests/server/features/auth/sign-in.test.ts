/** Signing in: each state of an account, what is typed, and what the answer says. */
// ASVS 6.5.1
import { afterEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test';
import { recoveryCodes as recoveryRows } from '#db/schema/staff';
import { api } from '#domain/urls';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import {
  type Account,
  browserOf,
  codeNeeded,
  hired,
  type StaffBrowser,
  setHouse,
  wrongCredentials,
} from './browsers';

const house = setHouse();
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const wrong = { ...administrator, password: 'falsch-genug' };
const unknown = { ...administrator, username: 'niemand' };
const login = (browser: StaffBrowser, who: object, code?: unknown) =>
  browser.says('POST', api.login, { ...who, code });

describe('without a second factor', () => {
  test('returns a token and the user', async () => {
    const { app } = await house.open();
    const { status, body, headers } = await browserOf(app).signIn(administrator);
    const token = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const user = { id: uuid, username: 'admin', email: null, role: 'admin' };
    expect([status, body, headers.get('cache-control')]).toEqual([200, { token, user }, 'no-store']);
  });

  test.each<[string, Account]>([
    ['a wrong password', wrong],
    ['capitals', { ...administrator, password: administrator.password.toUpperCase() }],
    ['a part of it', { ...administrator, password: administrator.password.slice(0, -1) }],
    ['an unknown name', unknown],
    ['SQL', { username: "admin' OR '1'='1", password: 'x' }],
    ['a prototype', { username: '__proto__', password: 'x' }],
    ['signs', { username: '🐴', password: '🐴' }],
  ])('is refused with the same message: %s', async (_, who) => {
    const { app } = await house.open();
    expect(await login(browserOf(app), who)).toEqual({ status: 401, body: wrongCredentials });
  });

  test('takes the same work for an unknown user as for a wrong password', async () => {
    const { app } = await house.open();
    const verify = spyOn(Bun.password, 'verify');
    const workFor = async (who: Account) => {
      verify.mockClear();
      await login(browserOf(app), who);
      const shapeOf = (hash: string) => hash.split('$').map((part, at) => (at < 4 ? part : part.length));
      return verify.mock.calls.map(([, hash]) => shapeOf(String(hash)));
    };
    const [ofUnknown, ofWrong] = [await workFor(unknown), await workFor(wrong)];
    verify.mockRestore();
    expect(ofWrong).toEqual([['', 'argon2id', 'v=19', 'm=8,t=1,p=1', 43, 43]]);
    expect(ofUnknown).toEqual(ofWrong);
  });

  const noName = { path: 'username', message: 'Benutzername ist erforderlich' };
  const noPassword = { path: 'password', message: 'Passwort ist erforderlich' };
  test.each<[string, object, unknown[]]>([
    ['no fields', {}, [noName, noPassword]],
    ['no password', { username: 'admin' }, [noPassword]],
    ['an empty password', { username: 'admin', password: '' }, [noPassword]],
    ['no name', { password: 'x' }, [noName]],
    ['an empty name', { username: '', password: 'x' }, [noName]],
    ['values that are not text', { username: ['admin'], password: 7 }, [noName, noPassword]],
    ['operators', { username: { $ne: null }, password: { $ne: null } }, [noName, noPassword]],
  ])('needs a name and a password: %s', async (_, sent, errors) => {
    const { app } = await house.open();
    expect(await login(browserOf(app), sent)).toEqual({ status: 422, body: { message: sentence, errors } });
  });

  test('is refused with a password of 50,000 characters', async () => {
    const { app } = await house.open();
    const long = { ...administrator, password: 'x'.repeat(50_000) };
    expect((await login(browserOf(app), long)).status).toBeOneOf([401, 422]);
  });

  test.each(['', '123456'])('ignores a code that nobody needs: %p', async (code) => {
    const { app } = await house.open();
    expect((await login(browserOf(app), administrator, code)).status).toBe(200);
  });
});

/** The administrator with a second factor, Mira with another one, and codes that were used. */
async function openFactors() {
  const { app, admin, factor, stranger } = await house.openProtected();
  const setUp = codeOf(factor.secret, app.clock.now);
  const mira = await hired(admin);
  const other = browserOf(app);
  await other.signIn(mira);
  const hers = await other.protect(mira);
  const [used, usedRecovery] = [factor.newCode(), factor.recoveryCodes[9] ?? ''];
  for (const code of [used, usedRecovery])
    expect((await browserOf(app).signIn(administrator, code)).status).toBe(200);
  app.clock.now += 10 * step;
  const at = (steps: number) => codeOf(factor.secret, app.clock.now + steps * step);
  const bad = wrongCode(factor.secret, app.clock.now);
  return { app, factor, stranger, setUp, hers, used, usedRecovery, at, bad };
}
type Factors = Awaited<ReturnType<typeof openFactors>>;

describe('with a second factor', () => {
  const refusedCode = { message: sentence, secondFactor: true };
  test.each<[string, Account, (of: Factors) => string | undefined, Record<string, unknown>]>([
    ['the password alone', administrator, () => undefined, codeNeeded],
    ['a wrong password alone', wrong, () => undefined, wrongCredentials],
    ['an unknown name alone', unknown, () => undefined, wrongCredentials],
    ['a wrong password with a wrong code', wrong, ({ bad }) => bad, wrongCredentials],
    ['a wrong password with the code', wrong, ({ at }) => at(0), wrongCredentials],
    [
      'a wrong password with a recovery code',
      wrong,
      ({ factor }) => factor.recoveryCodes[0],
      wrongCredentials,
    ],
    ['a wrong code', administrator, ({ bad }) => bad, refusedCode],
    ['a code that was used', administrator, ({ used }) => used, refusedCode],
    ['the code of the set-up', administrator, ({ setUp }) => setUp, refusedCode],
    ['a recovery code that was used', administrator, ({ usedRecovery }) => usedRecovery, refusedCode],
    [
      'the code of somebody else',
      administrator,
      ({ app, hers }) => codeOf(hers.secret, app.clock.now),
      refusedCode,
    ],
    ['a recovery code of somebody else', administrator, ({ hers }) => hers.recoveryCodes[0], refusedCode],
    ['the code of two steps ago', administrator, ({ at }) => at(-2), refusedCode],
    ['the code in two steps', administrator, ({ at }) => at(2), refusedCode],
    ['a digit more', administrator, ({ at }) => `${at(0)}0`, refusedCode],
    ['other digits', administrator, () => '٠١٢٣٤٥', refusedCode],
    ['a number in hexadecimal', administrator, () => '0x1234', refusedCode],
    ['the secret', administrator, ({ factor }) => factor.secret, refusedCode],
  ])('is refused, and the right code is good afterwards: %s', async (_, who, codeIn, body) => {
    const opened = await openFactors();
    expect(await login(opened.stranger, who, codeIn(opened))).toEqual({ status: 401, body });
    expect((await opened.stranger.signIn(administrator, opened.at(0))).status).toBe(200);
    expect(await opened.stranger.alive()).toBe(200);
  });

  test.each<[string, (of: Factors) => string | undefined]>([
    ['the code', ({ at }) => at(0)],
    ['the code of the step before', ({ at }) => at(-1)],
    ['the code of the next step', ({ at }) => at(1)],
    ['a recovery code', ({ factor }) => factor.recoveryCodes[0]],
    ['a recovery code that came with a wrong password before', ({ factor }) => factor.recoveryCodes[1]],
  ])('takes once: %s', async (_, codeIn) => {
    const opened = await openFactors();
    const code = codeIn(opened);
    await login(opened.stranger, wrong, code);
    expect((await login(opened.stranger, administrator, code)).status).toBe(200);
    const again = await login(browserOf(opened.app), administrator, code);
    expect(again).toEqual({ status: 401, body: refusedCode });
  });

  test('takes no number instead of a text', async () => {
    const { stranger, at } = await openFactors();
    expect((await login(stranger, administrator, Number(at(0)))).status).toBeOneOf([401, 422]);
  });
});

describe('recovery codes', () => {
  // ASVS 6.5.3, 6.5.4, 11.4.1, 11.4.3
  test('are ten of at least 50 random bits, each good once, and stored as hashes', async () => {
    const { app, factor } = await house.openProtected();
    const stored = JSON.stringify(await app.db.read.select().from(recoveryRows)).toLowerCase();
    expect(factor.recoveryCodes).toHaveLength(10);
    for (const code of factor.recoveryCodes) {
      expect(code.replace(/[^0-9A-Za-z]/g, '').length * Math.log2(32)).toBeGreaterThanOrEqual(50);
      expect(stored).not.toContain(code.toLowerCase());
      // with digits that look like its letters
      const typed = code.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8');
      const browser = browserOf(app);
      expect([typed, (await browser.signIn(administrator, typed)).status]).toEqual([typed, 200]);
      expect((await browser.signIn(administrator, code)).status).toBe(401);
    }
    expect(await app.db.read.select().from(recoveryRows)).toEqual([]);
    expect((await browserOf(app).signIn(administrator, factor.newCode())).status).toBe(200);
  });

  test('of an earlier set-up are worth nothing', async () => {
    const { app, admin, factor, stranger } = await house.openProtected();
    expect((await admin.send('DELETE', api.secondFactor, admin.proof())).status).toBe(200);
    app.clock.now += step;
    const later = await admin.protect(administrator);
    for (const code of [factor.recoveryCodes[0], factor.newCode()])
      expect((await stranger.signIn(administrator, code)).status).toBe(401);
    expect((await stranger.signIn(administrator, later.recoveryCodes[0])).status).toBe(200);
    expect((await browserOf(app).signIn(administrator, later.newCode())).status).toBe(200);
  });
});

describe('the current user', () => {
  // ASVS 15.3.1
  test('is returned in both formats, without the password hash', async () => {
    const { admin } = await house.open();
    const body = await admin.user();
    const person = { id: uuid, username: 'admin', email: null, role: 'admin' };
    const createdAt = '2026-11-20T09:00:00.000Z';
    expect(body).toMatchObject({ ...person, user: { ...person, createdAt } });
    const fields =
      'awayUntil createdAt digest email id mustChangePassword mustSetSecondFactor passwordMin role secondFactor username';
    expect(Object.keys(body.user as object).sort()).toEqual(fields.split(' '));
    expect(JSON.stringify(body)).not.toMatch(/hash|argon|version/i);
  });

  afterEach(() => {
    setSystemTime();
  });
});
