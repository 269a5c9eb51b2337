/** Setting up the second factor (RFC 6238), ending one's own, and one that somebody has lost. */
import { describe, expect, test } from 'bun:test';
import { Secret, TOTP, URI } from 'otpauth';
import type { User } from '#domain/accounts/user';
import { operatorOf } from '#domain/operator/operator';
import { api, href } from '#domain/urls';
import { ensureAdministrator } from '#server/features/auth/service';
import { startApp } from '#tests/support/app';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { filledFile } from '#tests/support/operator';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, codeNeeded, hired, type StaffBrowser, setHouse } from './browsers';

const house = setHouse();

const { password } = administrator;
const begin = (browser: StaffBrowser, body: unknown = { currentPassword: password }) =>
  browser.says('POST', api.secondFactor, body);
const confirm = (browser: StaffBrowser, code: unknown) => browser.says('PUT', api.secondFactor, { code });

describe('setting up a second factor', () => {
  test('returns a secret and the same one as an address for authenticator apps', async () => {
    const { app, admin } = await house.open();
    const { status, body } = await begin(admin);
    expect(status).toBe(200);
    const { secret, uri } = body as { secret: string; uri: string };
    // 160 bits, as RFC 4226 recommends
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    const read = URI.parse(uri) as TOTP;
    expect(read).toBeInstanceOf(TOTP);
    expect({ ...read, secret: read.secret.base32 }).toMatchObject({
      secret,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
      label: expect.stringContaining('admin'),
    });
    expect(read.issuer).toMatch(/\S/);
    expect(read.generate({ timestamp: app.clock.now })).toBe(codeOf(secret, app.clock.now));
  });

  test('names brand and account without the colon that would end the brand', async () => {
    const operator = operatorOf({
      ...filledFile,
      brand: { ...filledFile.brand, name: 'Müller: Pferde & Co.' },
    });
    const app = await startApp({ operator });
    const first = { username: 'mira:yıldız', password };
    await ensureAdministrator(app.context, first);
    const mira = browserOf(app);
    await mira.signIn(first);
    const uri = new URL(String((await begin(mira)).body.uri));
    const label = decodeURIComponent(uri.pathname.split('/').at(-1) ?? '');
    expect(label).toBe('Müller Pferde & Co.:mira yıldız');
    expect(uri.searchParams.get('issuer')).toBe('Müller Pferde & Co.');
  });

  test('changes nothing before a code confirms it', async () => {
    const { app, admin } = await house.open();
    const elsewhere = browserOf(app);
    await elsewhere.signIn(administrator);
    await begin(admin);
    expect(await admin.user()).toMatchObject({ secondFactor: false, user: { secondFactor: false } });
    expect(await elsewhere.alive()).toBe(200);
    expect((await browserOf(app).signIn(administrator)).status).toBe(200);
  });

  test('returns ten recovery codes, and from then on the sign-in needs a code', async () => {
    const { app, admin } = await house.open();
    const { body } = await begin(admin);
    const confirmed = await confirm(admin, codeOf(String(body.secret), app.clock.now));
    expect(confirmed).toEqual({ status: 200, body: { recoveryCodes: Array(10).fill(sentence) } });
    expect(new Set(confirmed.body.recoveryCodes as string[]).size).toBe(10);
    expect(await admin.user()).toMatchObject({ secondFactor: true, user: { secondFactor: true } });
    const { status, body: refused } = await browserOf(app).signIn(administrator);
    expect({ status, body: refused }).toEqual({ status: 401, body: codeNeeded });
  });

  test('is begun again with another secret, and the former one is worth nothing', async () => {
    const { app, admin } = await house.open();
    const [former, latter] = [await begin(admin), await begin(admin)].map(({ body }) => String(body.secret));
    expect(latter).not.toBe(former);
    const codes = [former, latter].map((secret = '') => codeOf(secret, app.clock.now));
    if (codes[0] !== codes[1]) expect((await confirm(admin, codes[0])).status).toBe(400);
    expect((await confirm(admin, codes[1])).status).toBe(200);
  });

  // ASVS 7.5.1
  test('is refused with a wrong password or a wrong code, like a password change', async () => {
    const { app, admin } = await house.open();
    expect(await begin(admin, { currentPassword: 'falsch' })).toEqual({
      status: 400,
      body: { message: 'Current password is incorrect' },
    });
    const { body } = await begin(admin);
    const secret = String(body.secret);
    for (const code of [wrongCode(secret, app.clock.now), '12345', 'abcdef', '１２３４５６']) {
      expect(await confirm(admin, code)).toEqual({ status: 400, body: { message: sentence } });
    }
    expect(await admin.user()).toMatchObject({ secondFactor: false });
    expect((await confirm(admin, codeOf(secret, app.clock.now))).status).toBe(200);
  });

  test.each([
    ['POST', {}],
    ['POST', { currentPassword: [password] }],
    ['PUT', {}],
    ['PUT', { code: { $ne: null } }],
    ['DELETE', {}],
    ['DELETE', { currentPassword: password }],
    ['DELETE', { code: '123456' }],
  ])('is refused for invalid input: %s %p', async (method, body) => {
    const { admin } = await house.open();
    expect(await admin.says(method, api.secondFactor, body)).toEqual({
      status: 422,
      body: { message: sentence, errors: expect.any(Array) },
    });
  });

  test('is refused while there is one, which stays as it is', async () => {
    const { admin, factor, stranger } = await house.openProtected();
    expect(await begin(admin)).toEqual({ status: 409, body: { message: sentence } });
    expect((await confirm(admin, factor.newCode())).status).toBeOneOf([400, 409]);
    expect((await stranger.signIn(administrator, factor.newCode())).status).toBe(200);
  });

  test('cannot be confirmed before it is begun', async () => {
    const { app, admin } = await house.open();
    const secret = new Secret().base32;
    expect((await confirm(admin, codeOf(secret, app.clock.now))).status).toBeOneOf([400, 409]);
    expect(await admin.user()).toMatchObject({ secondFactor: false });
  });

  test('of one user is not confirmed by the code of another', async () => {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    const other = browserOf(app);
    await other.signIn(mira);
    const { body } = await begin(admin);
    await other.ask('POST', api.secondFactor, { currentPassword: mira.password });
    const code = codeOf(String(body.secret), app.clock.now);
    expect((await confirm(other, code)).status).toBe(400);
    expect((await confirm(admin, code)).status).toBe(200);
  });
});

const end = (browser: StaffBrowser, body: object) =>
  browser.says('DELETE', api.secondFactor, { currentPassword: password, ...body });

describe('ending the second factor', () => {
  test('is refused with a wrong password, a wrong code or a used one, and nothing changes', async () => {
    const { app, admin, factor, stranger } = await house.openProtected();
    const used = factor.newCode();
    await stranger.signIn(administrator, used);
    app.clock.now += step;
    const good = codeOf(factor.secret, app.clock.now);
    expect(await end(admin, { currentPassword: 'falsch', code: good })).toEqual({
      status: 400,
      body: { message: 'Current password is incorrect' },
    });
    for (const code of [wrongCode(factor.secret, app.clock.now), used]) {
      expect(await end(admin, { code })).toEqual({ status: 400, body: { message: sentence } });
    }
    expect(await admin.user()).toMatchObject({ secondFactor: true });
    expect(await stranger.alive()).toBe(200);
    expect((await end(admin, { code: good })).status).toBe(200);
  });

  test('that does not exist is a conflict', async () => {
    const { admin } = await house.open();
    expect(await end(admin, { code: '123456' })).toEqual({ status: 409, body: { message: sentence } });
  });
});

describe('a lost second factor', () => {
  const lost = (by: StaffBrowser, id: string) => by.says('DELETE', href(api.lostSecondFactor, { id }));

  async function openLost() {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    const owner = browserOf(app);
    await owner.signIn(mira);
    const factor = await owner.protect(mira);
    return { app, admin, mira, owner, factor };
  }

  test('is in the list of users until an administrator ends it; then the password is enough', async () => {
    const { app, admin, mira } = await openLost();
    const listed = async () => {
      const users = await admin.list<User>(api.users);
      return Object.fromEntries(users.map(({ username, secondFactor }) => [username, secondFactor]));
    };
    expect(await listed()).toEqual({ admin: false, [mira.username]: true });
    expect((await lost(admin, mira.id)).status).toBeOneOf([200, 204]);
    expect(await listed()).toEqual({ admin: false, [mira.username]: false });
    expect((await browserOf(app).signIn(mira)).status).toBe(200);
  });

  test("is somebody else's: ending one's own needs password and code", async () => {
    const { admin, factor, stranger } = await house.openProtected();
    const { id } = await admin.user();
    expect((await lost(admin, String(id))).status).toBeOneOf([403, 409, 422]);
    expect(await admin.user()).toMatchObject({ secondFactor: true });
    expect((await stranger.signIn(administrator, factor.newCode())).status).toBe(200);
  });

  test('that does not exist is not found', async () => {
    const { admin } = await house.open();
    const mira = await hired(admin);
    expect(await lost(admin, mira.id)).toEqual({ status: 404, body: { message: sentence } });
  });
});
