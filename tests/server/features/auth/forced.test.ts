/** What must be done first: a new password, and a second factor. That nothing else answers: `attacks-access`. */
import { describe, expect, test } from 'bun:test';
import { shortestPassword } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { createVisitor, johanna, sentence } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, hired, openHouse, type StaffBrowser, setHouse } from './browsers';

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
  const kim = await hired(admin, 'kim.osei', 'admin');
  const [owner, boss] = [browserOf(app), browserOf(app)];
  await owner.signIn(mira);
  await boss.signIn(kim);
  return { app, admin, mira, kim, owner, boss };
}

const change = (browser: StaffBrowser, currentPassword: string, newPassword = next) =>
  browser.ask('POST', api.changePassword, { currentPassword, newPassword });

describe('a password that an administrator chose', () => {
  test('must be changed first when PASSWORD_MIN is above 6; only that works', async () => {
    const { owner, boss } = await open(strict);
    for (const browser of [owner, boss]) {
      const user = await browser.user();
      expect(user).toMatchObject({ mustChangePassword: true, user: { mustChangePassword: true } });
      expect(await browser.says('GET', api.dashboard)).toEqual({ status: 403, body: { message: sentence } });
    }
    expect((await owner.send('POST', api.logout)).status).toBe(204);
  });

  test('is the own one after the change, and everything works', async () => {
    const { app, mira, owner } = await open(strict);
    const changed = await change(owner, mira.password);
    expect(changed.status).toBe(200);
    owner.token = String(changed.body.token);
    expect(await owner.user()).toMatchObject({ mustChangePassword: false });
    expect(await owner.status('GET', api.dashboard)).toBe(200);
    const again = browserOf(app);
    await again.signIn({ username: mira.username, password: next });
    expect(await again.user()).toMatchObject({ mustChangePassword: false });
  });

  test('cannot be kept: the new one must be another one', async () => {
    const { mira, owner } = await open(strict);
    const kept = await change(owner, mira.password, mira.password);
    expect(kept.status).toBe(422);
    expect(kept.body.errors).toEqual([{ path: 'newPassword', message: sentence }]);
    expect(await owner.user()).toMatchObject({ mustChangePassword: true });
    expect((await change(owner, mira.password)).status).toBe(200);
  });

  test('stays due after refused changes and further sign-ins', async () => {
    const { app, mira, owner } = await open(strict);
    expect((await change(owner, 'falsch')).status).toBe(400);
    expect((await change(owner, mira.password, 'kurz')).status).toBe(422);
    const again = browserOf(app);
    await again.signIn(mira);
    expect(await again.user()).toMatchObject({ mustChangePassword: true });
    expect(await again.status('GET', api.dashboard)).toBe(403);
  });

  test('is not the one of ADMIN_PASSWORD', async () => {
    const { admin } = await strict.open();
    expect(await admin.user()).toMatchObject({ mustChangePassword: false });
    expect(await admin.status('GET', api.dashboard)).toBe(200);
  });

  test('may stay while PASSWORD_MIN is 6', async () => {
    const { mira, owner } = await open(usual);
    expect(await owner.user()).toMatchObject({ mustChangePassword: false });
    expect(await owner.status('GET', api.dashboard)).toBe(200);
    expect((await change(owner, mira.password, mira.password)).status).toBe(200);
  });
});

describe('a completed application', () => {
  test.each([
    ['a new password', strict],
    ['a second factor', required],
  ])('is closed on public calls to who must set %s first', async (_, house) => {
    const { app, mira, owner } = await open(house);
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    expect((await visitor.complete()).status).toBe(200);
    const read = async () =>
      (await owner.send('GET', href(api.set('sepa-mandate'), { id: visitor.id }))).status;
    expect(await read()).toBe(404);
    if (house === required) await owner.protect(mira);
    else owner.token = String((await change(owner, mira.password)).body.token);
    expect(await read()).toBe(200);
  });
});

describe('PASSWORD_MIN', () => {
  test('raises the shortest new password, and the messages name it', async () => {
    const { admin } = await strict.open();
    const short = 'elf-zeichen';
    const changed = await change(admin, administrator.password, short);
    expect([changed.status, changed.body.errors]).toEqual([
      422,
      [{ path: 'newPassword', message: 'New password must be at least 12 characters long' }],
    ]);
    const created = await admin.ask('POST', api.users, { username: 'mira', password: short });
    expect([created.status, created.body.errors]).toEqual([
      422,
      [{ path: 'password', message: 'Passwort muss mindestens 12 Zeichen lang sein' }],
    ]);
    expect((await change(admin, administrator.password, `${short}!`)).status).toBe(200);
  });

  test('is in the current user, and 6 without a setting', async () => {
    expect(await (await strict.open()).admin.user()).toMatchObject({ passwordMin: 12 });
    expect(await (await usual.open()).admin.user()).toMatchObject({ passwordMin: shortestPassword });
    expect(shortestPassword).toBe(6);
  });

  test('lets shorter passwords of before sign in', async () => {
    const { app } = await openHouse({ PASSWORD_MIN: '20' });
    expect((await browserOf(app).signIn(administrator)).status).toBe(200);
  });

  test('of 6 accepts what is weak: short, common, or the username', async () => {
    const { admin } = await usual.open();
    for (const password of ['123456', 'passwort', 'mira.yilmaz-4', '      ']) {
      const username = `mira.yilmaz-${password.length % 10}${password.charCodeAt(0)}`;
      expect((await admin.ask('POST', api.users, { username, password })).status).toBe(201);
    }
    const same = { username: 'same-as-name', password: 'same-as-name' };
    expect((await admin.ask('POST', api.users, same)).status).toBe(201);
    const changed = await change(admin, administrator.password, '123456');
    expect(changed.status).toBe(200);
  });
});

describe('SECOND_FACTOR=required', () => {
  test('lets who has none only set one up', async () => {
    const { app, mira, owner, boss } = await open(required);
    for (const browser of [owner, boss]) {
      const user = await browser.user();
      expect(user).toMatchObject({ mustSetSecondFactor: true, user: { mustSetSecondFactor: true } });
      for (const [method, path] of [
        ['GET', api.dashboard],
        ['PATCH', api.currentUser],
      ] as const)
        expect(await browser.says(method, path)).toEqual({ status: 403, body: { message: sentence } });
    }
    const factor = await owner.protect(mira);
    expect(await owner.user()).toMatchObject({ mustSetSecondFactor: false, secondFactor: true });
    expect(await owner.status('GET', api.dashboard)).toBe(200);
    const again = browserOf(app);
    await again.signIn(mira, factor.newCode());
    expect(await again.status('GET', api.dashboard)).toBe(200);
    expect((await boss.send('POST', api.logout)).status).toBe(204);
  });

  test('does not take a set-up that was only begun', async () => {
    const { mira, owner } = await open(required);
    await owner.ask('POST', api.secondFactor, { currentPassword: mira.password });
    expect(await owner.status('GET', api.dashboard)).toBe(403);
  });

  test('holds again as soon as the second factor is ended', async () => {
    const { app, admin, mira, owner, kim } = await open(required);
    const factor = await owner.protect(mira);
    const body = { currentPassword: mira.password, code: factor.newCode() };
    expect((await owner.send('DELETE', api.secondFactor, body)).status).toBe(200);
    expect(await owner.status('GET', api.dashboard)).toBe(403);
    app.clock.now += 60_000;
    await owner.protect(mira);
    await admin.ask('DELETE', href(api.lostSecondFactor, { id: mira.id }), admin.proof());
    const again = browserOf(app);
    await again.signIn(mira);
    expect(await again.status('GET', api.dashboard)).toBe(403);
    expect(kim.id).not.toBe(mira.id);
  });

  test('comes after the password', async () => {
    const { mira, owner } = await open(both);
    expect(await owner.user()).toMatchObject({ mustChangePassword: true, mustSetSecondFactor: true });
    const start = (currentPassword: string) => owner.ask('POST', api.secondFactor, { currentPassword });
    expect((await start(mira.password)).status).toBe(403);
    owner.token = String((await change(owner, mira.password)).body.token);
    expect(await owner.status('GET', api.dashboard)).toBe(403);
    await owner.protect({ ...mira, password: next });
    expect(await owner.status('GET', api.dashboard)).toBe(200);
  });

  test('is optional without a setting, and any other value prevents the start', async () => {
    expect(await (await usual.open()).admin.user()).toMatchObject({ mustSetSecondFactor: false });
    const outcome = await startApp({ env: { SECOND_FACTOR: 'ja' } }).catch((error: Error) => error.message);
    expect(outcome).toStartWith('SECOND_FACTOR ');
  });
});
