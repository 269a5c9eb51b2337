/** What must be done first: a new password, and a second factor. That nothing else answers: `attacks`. */
// ASVS 6.2.2, 6.2.3
import { describe, expect, test } from 'bun:test';
import { ne } from 'drizzle-orm';
import { auditLog } from '#db/schema/staff';
import { shortestPassword } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, hired, hour, openHouse, type StaffBrowser, setHouse } from './browsers';

const usual = setHouse();
const strict = setHouse({ PASSWORD_MIN: '12' });
const required = setHouse({ SECOND_FACTOR: 'required' });
const both = setHouse({ PASSWORD_MIN: '12', SECOND_FACTOR: 'required' });
const next = 'ganz-neu-und-lang-3';

/** A case handler and another administrator whose passwords the administrator chose, both signed in. */
async function open(house: typeof usual) {
  const { app, admin } = await house.open();
  if (app.config.secondFactor === 'required') await admin.protect(administrator);
  const mira = await hired(admin);
  const [owner, boss] = [browserOf(app), browserOf(app)];
  await owner.signIn(mira);
  await boss.signIn(await hired(admin, 'kim.osei', 'admin'));
  return { app, admin, mira, owner, boss };
}

const change = async (browser: StaffBrowser, currentPassword: string, newPassword = next) => {
  const answer = await browser.ask('POST', api.changePassword, { currentPassword, newPassword });
  if (answer.status === 200) browser.token = String(answer.body.token);
  return answer;
};
const works = (browser: StaffBrowser) => browser.status('GET', api.dashboard);

describe('a password that an administrator chose', () => {
  test('must be changed first when PASSWORD_MIN is above 6, to another one that is right', async () => {
    const { app, mira, owner, boss } = await open(strict);
    for (const browser of [owner, boss]) {
      const user = await browser.user();
      expect(user).toMatchObject({ mustChangePassword: true, user: { mustChangePassword: true } });
      expect(await browser.says('GET', api.dashboard)).toEqual({ status: 403, body: { message: sentence } });
    }
    expect((await boss.send('POST', api.logout)).status).toBe(204);
    const kept = await change(owner, mira.password, mira.password);
    expect(kept).toMatchObject({ status: 422, body: { errors: [{ path: 'newPassword' }] } });
    expect((await change(owner, 'falsch')).status).toBe(400);
    expect((await change(owner, mira.password, 'kurz')).status).toBe(422);
    const again = browserOf(app);
    await again.signIn(mira);
    for (const browser of [owner, again]) expect(await works(browser)).toBe(403);
    expect((await change(owner, mira.password)).status).toBe(200);
    await again.signIn({ username: mira.username, password: next });
    for (const browser of [owner, again]) {
      expect(await browser.user()).toMatchObject({ mustChangePassword: false });
      expect(await works(browser)).toBe(200);
    }
  });

  test('is not the one of ADMIN_PASSWORD, and may stay while PASSWORD_MIN is 6', async () => {
    const { mira, owner } = await open(usual);
    for (const browser of [(await strict.open()).admin, owner]) {
      expect(await browser.user()).toMatchObject({ mustChangePassword: false });
      expect(await works(browser)).toBe(200);
    }
    expect((await change(owner, mira.password, mira.password)).status).toBe(200);
  });
});

test.each([
  ['a new password', strict],
  ['a second factor', required],
])('a completed application is closed on public calls to who must set %s first', async (_, house) => {
  const { app, mira, owner } = await open(house);
  const { id } = await completed(app);
  const read = () => owner.status('GET', href(api.set('sepa-mandate'), { id }));
  expect(await read()).toBe(404);
  await (house === required ? owner.protect(mira) : change(owner, mira.password));
  expect(await read()).toBe(200);
});

describe('PASSWORD_MIN', () => {
  test('raises the shortest new password, which messages and the current user name', async () => {
    const { admin } = await strict.open();
    expect(await admin.user()).toMatchObject({ passwordMin: 12 });
    const short = 'elf-zeichen';
    expect((await change(admin, administrator.password, short)).body.errors).toEqual([
      { path: 'newPassword', message: 'New password must be at least 12 characters long' },
    ]);
    const created = await admin.ask('POST', api.users, { username: 'mira', password: short });
    expect(created.body.errors).toEqual([
      { path: 'password', message: 'Passwort muss mindestens 12 Zeichen lang sein' },
    ]);
    expect((await change(admin, administrator.password, `${short}!`)).status).toBe(200);
  });

  test('lets shorter passwords of before sign in', async () => {
    const { app } = await openHouse({ PASSWORD_MIN: '20' });
    expect((await browserOf(app).signIn(administrator)).status).toBe(200);
  });

  test('is 6 without a setting, which accepts what is weak: short, common, or the username', async () => {
    const { admin } = await usual.open();
    expect([(await admin.user()).passwordMin, shortestPassword]).toEqual([6, 6]);
    for (const [username, password] of Object.entries({
      eins: '123456',
      zwei: 'passwort',
      drei: '      ',
      same12: 'same12',
    }))
      expect((await admin.ask('POST', api.users, { username, password })).status).toBe(201);
    expect((await change(admin, administrator.password, '123456')).status).toBe(200);
  });
});

describe('SECOND_FACTOR=required', () => {
  test('lets who has none only set one up, and holds again when it is ended', async () => {
    const { app, admin, mira, owner, boss } = await open(required);
    for (const browser of [owner, boss]) {
      const user = await browser.user();
      expect(user).toMatchObject({ mustSetSecondFactor: true, user: { mustSetSecondFactor: true } });
      for (const [method, path] of [
        ['GET', api.dashboard],
        ['PATCH', api.currentUser],
      ] as const)
        expect(await browser.says(method, path)).toEqual({ status: 403, body: { message: sentence } });
    }
    expect((await boss.send('POST', api.logout)).status).toBe(204);
    // one that was only begun
    await owner.ask('POST', api.secondFactor, { currentPassword: mira.password });
    expect(await works(owner)).toBe(403);
    const factor = await owner.protect(mira);
    expect(await owner.user()).toMatchObject({ mustSetSecondFactor: false, secondFactor: true });
    const again = browserOf(app);
    await again.signIn(mira, factor.newCode());
    for (const browser of [owner, again]) expect(await works(browser)).toBe(200);
    expect((await owner.send('DELETE', api.secondFactor, owner.proof())).status).toBe(200);
    expect(await works(owner)).toBe(403);
    app.clock.now += 60_000;
    await owner.protect(mira);
    await admin.ask('DELETE', href(api.lostSecondFactor, mira), admin.proof());
    await again.signIn(mira);
    expect(await works(again)).toBe(403);
  });

  test('comes after the password', async () => {
    const { mira, owner } = await open(both);
    expect(await owner.user()).toMatchObject({ mustChangePassword: true, mustSetSecondFactor: true });
    const begun = await owner.ask('POST', api.secondFactor, { currentPassword: mira.password });
    expect(begun.status).toBe(403);
    await change(owner, mira.password);
    expect(await works(owner)).toBe(403);
    await owner.protect({ ...mira, password: next });
    expect(await works(owner)).toBe(200);
  });

  test('is optional without a setting, and any other value prevents the start', async () => {
    expect(await (await usual.open()).admin.user()).toMatchObject({ mustSetSecondFactor: false });
    const outcome = await startApp({ env: { SECOND_FACTOR: 'ja' } }).catch((error: Error) => error.message);
    expect(outcome).toStartWith('SECOND_FACTOR ');
  });
});

const house = setHouse({ TOKEN_HOURS: '8' });
const { password: currentPassword } = administrator;
const newPassword = 'noch-geheimer-2';
const send = (browser: StaffBrowser, sent: object) => browser.ask('POST', api.changePassword, sent);

test('a new password does not prolong the session', async () => {
  const { app, admin } = await house.open();
  app.clock.now += 7 * hour;
  admin.token = String((await send(admin, { currentPassword, newPassword })).body.token);
  app.clock.now += hour - 1;
  expect(await admin.alive()).toBe(200);
  app.clock.now += 1;
  expect(await admin.alive()).toBe(401);
});

test('a wrong current password changes nothing', async () => {
  const { app, admin } = await house.open();
  const { status, body } = await send(admin, { currentPassword: 'falsch', newPassword });
  expect([status, body]).toEqual([400, { message: 'Current password is incorrect' }]);
  expect(await admin.alive()).toBe(200);
  expect(await app.db.read.select().from(auditLog).where(ne(auditLog.action, 'signed_in'))).toEqual([]);
});

const noCurrent = 'Current password is required';
const tooShort = 'New password must be at least 6 characters long';

test.each([
  ['no fields', {}, [noCurrent, tooShort]],
  ['no current password', { newPassword }, [noCurrent]],
  ['five characters', { currentPassword, newPassword: '12345' }, [tooShort]],
  ['201 characters', { currentPassword, newPassword: 'x'.repeat(201) }, [sentence]],
  ['no text', { currentPassword: [currentPassword], newPassword: { length: 9 } }, [noCurrent, tooShort]],
])('a change with %s is refused with a message for each field', async (_, sent, messages) => {
  const { admin } = await house.open();
  const { status, body } = await send(admin, sent);
  const found = (body.errors as { message: string }[]).map(({ message }) => message);
  expect([status, found]).toEqual([422, messages]);
});

test('two changes at once are one', async () => {
  const { admin } = await house.open();
  const both = [newPassword, 'wieder-anders-3'].map((one) =>
    send(admin, { currentPassword, newPassword: one }),
  );
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a password keeps spaces at its ends', async () => {
  const { app, admin } = await house.open();
  expect((await send(admin, { currentPassword, newPassword: ' sechs ' })).status).toBe(200);
  for (const [password, status] of [
    [currentPassword, 401],
    ['sechs', 401],
    [' sechs ', 200],
  ] as const)
    expect((await browserOf(app).signIn({ username: 'admin', password })).status).toBe(status);
});
