/** Setting up the second factor (RFC 6238), ending one's own or a lost one; its secrets stand nowhere in clear. */
// ASVS 16.2.4, 16.4.1
import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Secret, TOTP, URI } from 'otpauth';
import { createFieldCipher } from '#db/bank-data/cipher';
import { secondFactors } from '#db/schema/staff';
import type { User } from '#domain/accounts/user';
import { operatorOf } from '#domain/operator/operator';
import { api, href } from '#domain/urls';
import { ensureAdministrator } from '#server/features/auth/service';
import { startApp, type TestApp } from '#tests/support/app';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import { filledFile } from '#tests/support/operator';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { filesWith } from '#tests/support/traces';
import { browserOf, codeNeeded, hired, openHouse, type StaffBrowser, setHouse } from './browsers';

const house = setHouse();
const { password } = administrator;
const wrongPassword = { status: 400, body: { message: 'Current password is incorrect' } };
const refused = (status: number) => ({ status, body: { message: sentence } });

const begin = (browser: StaffBrowser, currentPassword = password) =>
  browser.says('POST', api.secondFactor, { currentPassword });
const secretOf = async (browser: StaffBrowser) => String((await begin(browser)).body.secret);
const confirm = (browser: StaffBrowser, code: unknown) => browser.says('PUT', api.secondFactor, { code });

describe('setting up a second factor', () => {
  test('returns a secret and the same one as an address for authenticator apps', async () => {
    const { app, admin } = await house.open();
    const { secret, uri } = (await begin(admin)).body as { secret: string; uri: string };
    // 160 bits, as RFC 4226 recommends
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    const read = URI.parse(uri) as TOTP;
    expect(read).toBeInstanceOf(TOTP);
    const usual = { algorithm: 'SHA1', digits: 6, period: 30, label: expect.stringContaining('admin') };
    expect({ ...read, secret: read.secret.base32 }).toMatchObject({ ...usual, secret });
    expect(read.issuer).toMatch(/\S/);
    expect(read.generate({ timestamp: app.clock.now })).toBe(codeOf(secret, app.clock.now));
  });

  test('names brand and account without the colon that would end the brand', async () => {
    const brand = { ...filledFile.brand, name: 'Müller: Pferde & Co.' };
    const app = await startApp({ operator: operatorOf({ ...filledFile, brand }) });
    const first = { username: 'mira:yıldız', password };
    await ensureAdministrator(app.context, first);
    const mira = browserOf(app);
    await mira.signIn(first);
    const uri = new URL(String((await begin(mira)).body.uri));
    const label = decodeURIComponent(uri.pathname.split('/').at(-1) ?? '');
    expect(label).toBe('Müller Pferde & Co.:mira yıldız');
    expect(uri.searchParams.get('issuer')).toBe('Müller Pferde & Co.');
  });

  test('changes nothing before a code confirms it, returns ten recovery codes, and then a code is needed', async () => {
    const { app, admin } = await house.open();
    const elsewhere = browserOf(app);
    await elsewhere.signIn(administrator);
    const secret = await secretOf(admin);
    expect(await admin.user()).toMatchObject({ secondFactor: false, user: { secondFactor: false } });
    expect(await elsewhere.alive()).toBe(200);
    expect((await browserOf(app).signIn(administrator)).status).toBe(200);
    const { status, body } = await confirm(admin, codeOf(secret, app.clock.now));
    expect({ status, body }).toEqual({ status: 200, body: { recoveryCodes: Array(10).fill(sentence) } });
    expect(new Set(body.recoveryCodes as string[]).size).toBe(10);
    expect(await admin.user()).toMatchObject({ secondFactor: true, user: { secondFactor: true } });
    expect(await browserOf(app).signIn(administrator)).toMatchObject({ status: 401, body: codeNeeded });
  });

  // ASVS 7.5.1
  test('is refused with a wrong password, a wrong code or before it is begun', async () => {
    const { app, admin } = await house.open();
    expect(await begin(admin, 'falsch')).toEqual(wrongPassword);
    expect((await confirm(admin, codeOf(new Secret().base32, app.clock.now))).status).toBeOneOf([400, 409]);
    const secret = await secretOf(admin);
    for (const code of [wrongCode(secret, app.clock.now), '12345', 'abcdef', '１２３４５６'])
      expect(await confirm(admin, code)).toEqual(refused(400));
    expect(await admin.user()).toMatchObject({ secondFactor: false });
    expect((await confirm(admin, codeOf(secret, app.clock.now))).status).toBe(200);
  });

  test('takes the code of the secret that its user was shown last, and of no other', async () => {
    const { app, admin } = await house.open();
    const [former, latter] = [await secretOf(admin), await secretOf(admin)];
    expect(latter).not.toBe(former);
    const mira = await hired(admin);
    const other = browserOf(app);
    await other.signIn(mira);
    await begin(other, mira.password);
    const codes = [former, latter].map((secret) => codeOf(secret, app.clock.now));
    if (codes[0] !== codes[1]) expect((await confirm(admin, codes[0])).status).toBe(400);
    expect((await confirm(other, codes[1])).status).toBe(400);
    expect((await confirm(admin, codes[1])).status).toBe(200);
  });

  test('is refused for invalid input', async () => {
    const { admin } = await house.open();
    const wrong: Record<string, object[]> = {
      POST: [{}, { currentPassword: [password] }],
      PUT: [{}, { code: { $ne: null } }],
      DELETE: [{ currentPassword: password }, { code: '123456' }],
    };
    const body = { message: sentence, errors: expect.any(Array) };
    for (const [method, all] of Object.entries(wrong))
      for (const sent of all)
        expect(await admin.says(method, api.secondFactor, sent)).toEqual({ status: 422, body });
  });

  test('is refused while there is one, which stays as it is', async () => {
    const { admin, factor, stranger } = await house.openProtected();
    expect(await begin(admin)).toEqual(refused(409));
    expect((await confirm(admin, factor.newCode())).status).toBeOneOf([400, 409]);
    expect((await stranger.signIn(administrator, factor.newCode())).status).toBe(200);
  });
});

describe('ending the second factor', () => {
  const end = (browser: StaffBrowser, code: string, currentPassword = password) =>
    browser.says('DELETE', api.secondFactor, { currentPassword, code });

  test('is refused with a wrong password, a wrong code or a used one, and nothing changes', async () => {
    const { app, admin, factor, stranger } = await house.openProtected();
    const used = factor.newCode();
    await stranger.signIn(administrator, used);
    app.clock.now += step;
    const good = codeOf(factor.secret, app.clock.now);
    expect(await end(admin, good, 'falsch')).toEqual(wrongPassword);
    for (const code of [wrongCode(factor.secret, app.clock.now), used])
      expect(await end(admin, code)).toEqual(refused(400));
    expect(await admin.user()).toMatchObject({ secondFactor: true });
    expect(await stranger.alive()).toBe(200);
    expect((await end(admin, good)).status).toBe(200);
    expect(await end(admin, '123456')).toEqual(refused(409));
  });
});

describe('a lost second factor', () => {
  const lost = (by: StaffBrowser, id: string) => by.says('DELETE', href(api.lostSecondFactor, { id }));

  test('is in the list of users until an administrator ends it; then the password is enough', async () => {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    expect(await lost(admin, mira.id)).toEqual(refused(404));
    const owner = browserOf(app);
    await owner.signIn(mira);
    await owner.protect(mira);
    const listed = async () =>
      (await admin.list<User>(api.users)).map(({ username, secondFactor }) => [username, secondFactor]);
    expect(await listed()).toContainEqual([mira.username, true]);
    expect((await lost(admin, mira.id)).status).toBeOneOf([200, 204]);
    expect(await listed()).toContainEqual([mira.username, false]);
    expect((await browserOf(app).signIn(mira)).status).toBe(200);
  });

  test("is somebody else's: ending one's own needs password and code", async () => {
    const { admin, factor, stranger } = await house.openProtected();
    const { id } = await admin.user();
    expect((await lost(admin, String(id))).status).toBeOneOf([403, 409, 422]);
    expect(await admin.user()).toMatchObject({ secondFactor: true });
    expect((await stranger.signIn(administrator, factor.newCode())).status).toBe(200);
  });
});

const verbose = { LOG_LEVEL: 'debug', RATE_LIMIT: 'on', MAIL_INTERNAL_TO: 'team@sattelfest.example' };

/** Every row of every table as text. */
async function everyRow({ db }: TestApp): Promise<string> {
  const tables = await db.read.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  );
  const rows = tables.map(({ name }) => db.read.all(sql.raw(`select * from "${name}"`)));
  return JSON.stringify(await Promise.all(rows), (_, value) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
  );
}

test('no row, log line, mail or file holds a secret, a code, a recovery code or the address for the app', async () => {
  const { app, admin } = await openHouse(verbose);
  const mira = await hired(admin);
  const owner = browserOf(app);
  await owner.signIn(mira);
  const setUpCode = codeOf(
    String((await owner.ask('POST', api.secondFactor, { currentPassword: mira.password })).body.secret),
    app.clock.now,
  );
  const factor = await owner.protect(mira);
  const codes = [setUpCode, codeOf(factor.secret, app.clock.now)];
  const { secret, uri, recoveryCodes } = factor;
  codes.push(wrongCode(secret, app.clock.now), factor.newCode(), factor.newCode());
  for (const code of [...codes.slice(2), recoveryCodes[0], recoveryCodes[0], 'AAAA-BBBB-CCCC-DDDD']) {
    await browserOf(app).signIn(mira, code);
    await browserOf(app).signIn({ ...mira, password: 'falsch-genug' }, code);
  }
  await owner.ask('DELETE', api.secondFactor, { currentPassword: mira.password, code: codes[2] });
  await app.outbox.runOnce();
  const { bytes } = Secret.fromBase32(secret);
  const plain = recoveryCodes.map((code) => code.replaceAll('-', ''));
  const texts = [
    ...[secret, uri, encodeURIComponent(uri), Buffer.from(bytes).toString('latin1')],
    ...(['hex', 'base64', 'base64url'] as const).map((way) => Buffer.from(bytes).toString(way)),
    ...[...recoveryCodes, ...plain, 'AAAA-BBBB-CCCC-DDDD', mira.password, 'falsch-genug'],
    ...[owner.token, owner.cookies.get('device') ?? '-'],
  ];
  const rows = await everyRow(app);
  const log = app.logged.join('\n');
  expect(rows).toContain(mira.id);
  expect(log).not.toBe('');
  for (const place of [rows, log]) {
    for (const text of texts) expect(place.toLowerCase()).not.toContain(text.toLowerCase());
    // alone: ids and hashes have runs of digits too
    for (const code of codes) expect(place).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
  }
  expect(await filesWith(app, texts)).toEqual([]);
  // the folder holds what was searched
  expect(await readdir(app.folder)).toContain('app.db');
  expect(await Bun.file(join(app.folder, 'app.db')).exists()).toBe(true);
});

test('the secret is sealed like bank data, and bound to its account', async () => {
  const { app, admin } = await openHouse();
  const { secret } = await admin.protect(administrator);
  const [row] = await app.db.read.select().from(secondFactors);
  const cipher = createFieldCipher(app.config.dataKey);
  expect(row?.secret).toStartWith(cipher.prefix);
  // what is sealed for one account does not open for another
  const mira = await hired(admin);
  const owner = browserOf(app);
  await owner.signIn(mira);
  await owner.protect(mira);
  await app.db.write((tx) => tx.update(secondFactors).set({ secret: row?.secret }));
  app.clock.now += step;
  expect((await browserOf(app).signIn(mira, codeOf(secret, app.clock.now))).status).not.toBe(200);
  expect((await browserOf(app).signIn(administrator, codeOf(secret, app.clock.now))).status).toBe(200);
});
