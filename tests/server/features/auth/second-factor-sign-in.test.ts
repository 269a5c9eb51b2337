/** Signing in with a code of an app or a recovery code. */
import { describe, expect, test } from 'bun:test';
import { recoveryCodes as recoveryRows } from '#db/schema/staff';
import { api } from '#domain/urls';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, codeNeeded, hired, setHouse, wrongCredentials } from './browsers';

const house = setHouse();

const { password } = administrator;
const wrong = { ...administrator, password: 'falsch-genug' };
const unknown = { username: 'niemand', password };

describe('signing in with a second factor', () => {
  test('asks for the code only after the right password', async () => {
    const { stranger } = await house.openProtected();
    for (const who of [wrong, unknown]) {
      const { status, body } = await stranger.signIn(who);
      expect({ status, body }).toEqual({ status: 401, body: wrongCredentials });
    }
    const { status, body } = await stranger.signIn(administrator);
    expect({ status, body }).toEqual({ status: 401, body: codeNeeded });
  });

  test('with a wrong password does not say whether the code was right, or whether one is needed', async () => {
    const { app, factor, stranger } = await house.openProtected();
    const bad = wrongCode(factor.secret, app.clock.now);
    const afterPassword = await stranger.says('POST', api.login, { ...administrator, code: bad });
    expect(afterPassword).toEqual({ status: 401, body: { message: sentence, secondFactor: true } });
    const refused = { status: 401, body: { message: 'Ungültiger Benutzername oder Passwort' } };
    for (const [who, code] of [
      [wrong, bad],
      [wrong, factor.newCode()],
      [wrong, factor.recoveryCodes[0]],
      [unknown, bad],
    ] as const) {
      expect(await stranger.says('POST', api.login, { ...who, code })).toEqual(refused);
    }
  });

  test('a code that came with a wrong password is still good', async () => {
    const { factor, stranger } = await house.openProtected();
    const code = factor.newCode();
    for (const one of [code, factor.recoveryCodes[0]]) await stranger.signIn(wrong, one);
    expect((await stranger.signIn(administrator, code)).status).toBe(200);
    expect((await stranger.signIn(administrator, factor.recoveryCodes[0])).status).toBe(200);
  });

  test('takes the code of the app', async () => {
    const { factor, stranger } = await house.openProtected();
    const { status, body } = await stranger.signIn(administrator, factor.newCode());
    expect({ status, body }).toMatchObject({ status: 200, body: { user: { username: 'admin' } } });
    expect(await stranger.alive()).toBe(200);
  });

  // ASVS 6.5.1
  test('accepts a code once, and that of the set-up not at all', async () => {
    const { app, factor, stranger } = await house.openProtected();
    const setUp = codeOf(factor.secret, app.clock.now);
    const code = factor.newCode();
    expect((await stranger.signIn(administrator, setUp)).status).toBe(401);
    expect((await stranger.signIn(administrator, code)).status).toBe(200);
    for (const browser of [stranger, browserOf(app)]) {
      const { status, body } = await browser.signIn(administrator, code);
      expect({ status, body }).toEqual({ status: 401, body: { message: sentence, secondFactor: true } });
    }
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('with a clock that is %i steps of 30 s away returns %i', async (away, expected) => {
    const { app, factor, stranger } = await house.openProtected();
    app.clock.now += 10 * step;
    const code = codeOf(factor.secret, app.clock.now + away * step);
    expect((await stranger.signIn(administrator, code)).status).toBe(expected);
  });

  test('is refused with anything that is no current code', async () => {
    const { app, factor, stranger } = await house.openProtected();
    const code = factor.newCode();
    for (const wrong of [
      wrongCode(factor.secret, app.clock.now),
      code.slice(1),
      `${code}0`,
      '٠١٢٣٤٥',
      '0x1234',
      '12345.',
      'Infinity',
      factor.secret,
    ]) {
      const { status, body } = await stranger.signIn(administrator, wrong);
      expect({ wrong, status, body }).toEqual({
        wrong,
        status: 401,
        body: { message: sentence, secondFactor: true },
      });
    }
    const typed = { ...administrator, code: Number(code) };
    expect((await stranger.ask('POST', api.login, typed)).status).toBeOneOf([401, 422]);
    expect((await stranger.signIn(administrator, code)).status).toBe(200);
  });

  test('of another user is refused', async () => {
    const { app, admin, factor } = await house.openProtected();
    const mira = await hired(admin);
    const other = browserOf(app);
    await other.signIn(mira);
    const hers = await other.protect(mira);
    expect((await browserOf(app).signIn(mira, factor.newCode())).status).toBe(401);
    expect((await browserOf(app).signIn(mira, factor.recoveryCodes[0])).status).toBe(401);
    expect((await browserOf(app).signIn(mira, hers.recoveryCodes[0])).status).toBe(200);
  });

  test('a code that nobody needs is ignored', async () => {
    const { app } = await house.open();
    for (const code of ['', '123456']) {
      expect((await browserOf(app).signIn(administrator, code)).status).toBe(200);
    }
  });

  test('changing the password still ends all other sessions, and keeps the second factor', async () => {
    const { app, admin, factor, stranger } = await house.openProtected();
    await stranger.signIn(administrator, factor.newCode());
    const body = { currentPassword: password, newPassword: 'ganz-neu-und-lang-3' };
    const changed = await admin.ask('POST', api.changePassword, body);
    expect(changed.status).toBe(200);
    expect(await stranger.alive()).toBe(401);
    const now = { username: 'admin', password: body.newPassword };
    expect((await browserOf(app).signIn(now)).body).toEqual(codeNeeded);
    expect((await browserOf(app).signIn(now, factor.newCode())).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('counts with digits that look like its letters', async () => {
    const { factor, stranger } = await house.openProtected();
    const looksLike: Record<string, string> = { O: '0', I: '1', B: '8' };
    for (const code of factor.recoveryCodes) {
      const typed = code.replace(/[OIB]/g, (letter) => looksLike[letter] ?? '');
      expect([typed, (await stranger.signIn(administrator, typed)).status]).toEqual([typed, 200]);
    }
  });

  // ASVS 6.5.1
  test('signs in instead of a code, each of the ten once', async () => {
    const { app, factor } = await house.openProtected();
    for (const code of factor.recoveryCodes) {
      expect((await browserOf(app).signIn(administrator, code)).status).toBe(200);
      const { status, body } = await browserOf(app).signIn(administrator, code);
      expect({ status, body }).toEqual({ status: 401, body: { message: sentence, secondFactor: true } });
    }
    expect(await app.db.read.select().from(recoveryRows)).toEqual([]);
    expect((await browserOf(app).signIn(administrator, factor.newCode())).status).toBe(200);
  });

  // ASVS 11.4.1, 11.4.3
  test('is stored as a hash', async () => {
    const { app, factor } = await house.openProtected();
    const rows = await app.db.read.select().from(recoveryRows);
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows).toLowerCase();
    for (const code of factor.recoveryCodes) expect(stored).not.toContain(code.toLowerCase());
  });

  // ASVS 6.5.3, 6.5.4
  test('has at least 50 random bits', async () => {
    const { factor } = await house.openProtected();
    for (const code of factor.recoveryCodes) {
      const characters = code.replace(/[^0-9A-Za-z]/g, '');
      expect(characters.length * Math.log2(32)).toBeGreaterThanOrEqual(50);
    }
  });

  test('of an earlier set-up is worth nothing', async () => {
    const { app, admin, factor, stranger } = await house.openProtected();
    const ended = await admin.send('DELETE', api.secondFactor, {
      currentPassword: password,
      code: factor.newCode(),
    });
    expect(ended.status).toBe(200);
    app.clock.now += step;
    const later = await admin.protect(administrator);
    expect((await stranger.signIn(administrator, factor.recoveryCodes[0])).status).toBe(401);
    expect((await stranger.signIn(administrator, later.recoveryCodes[0])).status).toBe(200);
  });
});
