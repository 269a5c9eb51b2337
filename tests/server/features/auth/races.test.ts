/** Many sign-ins at once, and changes of an account while somebody signs in. */
// ASVS 6.3.1
import { describe, expect, spyOn, test } from 'bun:test';
import { recoveryCodes as recoveryRows, sessions, signInFailures, users } from '#db/schema/staff';
import { findUserByName, openSession } from '#db/staff/users';
import { api, href } from '#domain/urls';
import { perform } from '#server/deed';
import { changePassword } from '#server/features/auth/service';
import type { TestApp } from '#tests/support/app';
import { codeOf } from '#tests/support/codes';
import { afterThisTest } from '#tests/support/endings';
import type { Answer } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { auditOf } from '#tests/support/stored';
import { browserOf, hired, setHouse } from './browsers';

const house = setHouse();
const limited = setHouse({ RATE_LIMIT: 'on' });
const { password } = administrator;
const many = 50;
const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const counted = (answers: Pick<Answer, 'status'>[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;
const broken = (answers: Pick<Answer, 'status'>[]) => answers.filter(({ status }) => status >= 500);
const sessionsOf = async ({ db }: TestApp) => await db.read.select().from(sessions);

/** Runs `act` once, at the moment when a password has been checked and nothing has followed from it. */
function onceChecked(act: () => Promise<unknown>): void {
  const { verify } = Bun.password;
  let acted = false;
  const spy = spyOn(Bun.password, 'verify').mockImplementation(
    async (...given: Parameters<typeof verify>) => {
      const found = await verify(...given);
      if (!acted) {
        acted = true;
        await act();
      }
      return found;
    },
  );
  afterThisTest(async () => {
    spy.mockRestore();
    expect(acted).toBe(true);
  });
}

/** Runs `act` once, when everything has been read and the next transaction begins. */
function beforeNextWrite({ db }: TestApp, act: () => Promise<unknown>): void {
  const { write } = db;
  const spy = spyOn(db, 'write').mockImplementationOnce(async (work) => {
    await act();
    return await write(work);
  });
  afterThisTest(async () => spy.mockRestore());
}

/** The administrator and Mira, both signed in. */
async function openTwo() {
  const { app, admin } = await house.open();
  const mira = await hired(admin);
  const owner = browserOf(app);
  await owner.signIn(mira);
  return { app, admin, mira, owner };
}

/** What changes the password of the administrator elsewhere. It is hashed now: a check that is held keeps its place. */
async function changeElsewhere(app: TestApp) {
  const user = await findUserByName(app.db.read, 'admin');
  if (!user) throw new Error('no administrator');
  const passwordHash = await app.context.passwords.hash('anders-4');
  return async () => {
    const opened = { browser: '', now: app.clock.now };
    const session = await app.db.write((tx) => openSession(tx, user.id, opened));
    const staff = { ...user, session, secondFactor: false };
    return await perform(app.context, staff, (deed) => changePassword(deed, { passwordHash, browser: '' }));
  };
}

describe('fifty sign-ins at once', () => {
  test('with the same code are one', async () => {
    const { app, factor } = await house.openProtected();
    const before = (await sessionsOf(app)).length;
    for (const _ of ['once', 'and again']) {
      const code = factor.newCode();
      const answers = await times(many, () => browserOf(app).signIn(administrator, code));
      expect([counted(answers, 200), broken(answers)]).toEqual([1, []]);
      // those that found a place in the queue
      expect(counted(answers, 401)).toBeGreaterThanOrEqual(20);
    }
    expect(await sessionsOf(app)).toHaveLength(before + 2);
  });

  test('with the same recovery code are one', async () => {
    const { app, factor } = await house.openProtected();
    const answers = await times(many, () => browserOf(app).signIn(administrator, factor.recoveryCodes[0]));
    expect([counted(answers, 200), broken(answers)]).toEqual([1, []]);
    expect(counted(answers, 401)).toBeGreaterThanOrEqual(20);
    expect(await app.db.read.select().from(recoveryRows)).toHaveLength(9);
    expect(await auditOf(app, 'recovery_code_used')).toMatchObject([{ username: administrator.username }]);
  });

  test('without a code leave no failure behind', async () => {
    const { app, factor } = await limited.openProtected();
    const answers = await times(many, () => browserOf(app).signIn(administrator));
    expect(counted(answers, 401) + counted(answers, 429)).toBe(many);
    const rows = await app.db.read.select().from(signInFailures);
    expect(rows.filter(({ failures }) => failures > 0)).toEqual([]);
    expect((await browserOf(app).signIn(administrator, factor.newCode())).status).toBe(200);
  });

  test('leave at most 20 sessions', async () => {
    const { app } = await house.open();
    for (let wave = 0; wave < 3; wave += 1) await times(20, () => browserOf(app).signIn(administrator));
    expect(await sessionsOf(app)).toHaveLength(20);
  });
});

describe('who signs in', () => {
  test('while the password is changed does not get in with the former one', async () => {
    const { app } = await house.open();
    onceChecked(await changeElsewhere(app));
    expect((await browserOf(app).signIn(administrator)).status).toBe(401);
    // only the session that the change opened
    expect(await sessionsOf(app)).toHaveLength(1);
  });

  test('while the account is deleted does not get in', async () => {
    const { app, admin } = await house.open();
    const mira = await hired(admin);
    onceChecked(() => admin.send('DELETE', href(api.user, { id: mira.id })));
    expect((await browserOf(app).signIn(mira)).status).toBe(401);
    expect(await sessionsOf(app)).toHaveLength(1);
  });

  test('while a second factor is set does not get in without a code', async () => {
    const { app, admin } = await house.open();
    const begun = await admin.ask('POST', api.secondFactor, { currentPassword: password });
    const code = codeOf(String(begun.body.secret), app.clock.now);
    beforeNextWrite(app, () => admin.send('PUT', api.secondFactor, { code }));
    expect((await browserOf(app).signIn(administrator)).status).toBe(401);
    expect(await sessionsOf(app)).toHaveLength(1);
    expect(await admin.user()).toMatchObject({ secondFactor: true });
  });

  test('with a code while the second factor is ended or lost never fails', async () => {
    const { app, admin, mira, owner } = await openTwo();
    const factor = await owner.protect(mira);
    onceChecked(() => admin.send('DELETE', href(api.lostSecondFactor, { id: mira.id })));
    expect((await browserOf(app).signIn(mira, factor.newCode())).status).toBeOneOf([200, 401]);
    expect((await browserOf(app).signIn(mira)).status).toBe(200);
  });
});

describe('at the same moment', () => {
  test('two confirmations with one code are one, and its ten recovery codes are those that count', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { app, admin } = await house.open();
      const begun = await admin.ask('POST', api.secondFactor, { currentPassword: password });
      const code = codeOf(String(begun.body.secret), app.clock.now);
      const answers = await times(5, () => admin.ask('PUT', api.secondFactor, { code }));
      expect([counted(answers, 200), broken(answers)]).toEqual([1, []]);
      for (const { status } of answers) expect(status).toBeOneOf([200, 400, 409]);
      const shown = answers.find(({ status }) => status === 200)?.body.recoveryCodes as string[];
      expect(await app.db.read.select().from(recoveryRows)).toHaveLength(10);
      expect((await browserOf(app).signIn(administrator, shown[9])).status).toBe(200);
      expect(await admin.alive()).toBe(200);
    }
  });

  test('two browsers that set up one each end up with one, whose secret is the last one shown', async () => {
    const { app, admin } = await house.open();
    const elsewhere = browserOf(app);
    await elsewhere.signIn(administrator);
    const begun = await Promise.all(
      [admin, elsewhere].map((one) => one.ask('POST', api.secondFactor, { currentPassword: password })),
    );
    const secrets = begun.map(({ body }) => String(body.secret));
    const answers = await times(2, (index) =>
      (index ? elsewhere : admin).ask('PUT', api.secondFactor, {
        code: codeOf(secrets[index] ?? '', app.clock.now),
      }),
    );
    expect([counted(answers, 200), broken(answers)]).toEqual([1, []]);
    app.clock.now += 60_000;
    const right = secrets[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await browserOf(app).signIn(administrator, codeOf(right, app.clock.now))).status).toBe(200);
  });

  test('a code ends the second factor or signs in, but not both', async () => {
    for (const which of ['app', 'recovery']) {
      const { app, admin, factor } = await house.openProtected();
      const code = which === 'app' ? factor.newCode() : factor.recoveryCodes[0];
      const { write } = app.db;
      const bothRead = Promise.withResolvers<void>();
      let readers = 0;
      // both have read the second factor before either ends it: a sign-in after the end needs no code
      const spy = spyOn(app.db, 'write').mockImplementation(async (...given: Parameters<typeof write>) => {
        readers += 1;
        if (readers === 2) bothRead.resolve();
        await bothRead.promise;
        return (await write(...given)) as never;
      });
      const [ended, entered] = await Promise.all([
        admin.ask('DELETE', api.secondFactor, { currentPassword: password, code }),
        browserOf(app).signIn(administrator, code),
      ]);
      spy.mockRestore();
      expect([ended.status, entered.status].sort()).toBeOneOf([
        [200, 400],
        [200, 401],
      ]);
    }
  });

  test('two calls that end the second factor are one', async () => {
    const { app, admin, factor } = await house.openProtected();
    const body = { currentPassword: password, code: factor.newCode() };
    const answers = await times(5, () => admin.ask('DELETE', api.secondFactor, body));
    expect([counted(answers, 200), broken(answers)]).toEqual([1, []]);
    expect(await auditOf(app, 'second_factor_ended')).toHaveLength(1);
  });

  test.each([
    ['begins a second factor', 'POST', api.secondFactor, { currentPassword: 'lang-genug-fuer-alle-2' }],
    [
      'changes the password',
      'POST',
      api.changePassword,
      { currentPassword: 'lang-genug-fuer-alle-2', newPassword: 'ganz-neu-und-lang-3' },
    ],
  ])('an account that is deleted while its owner %s gets 401', async (_, method, path, body) => {
    const { app, admin, mira, owner } = await openTwo();
    onceChecked(() => admin.send('DELETE', href(api.user, { id: mira.id })));
    expect((await owner.ask(method, path, body)).status).toBe(401);
    expect(await app.db.read.select().from(users)).toHaveLength(1);
  });

  test('a session that is ended while it changes the password changes nothing', async () => {
    const { admin, mira, owner } = await openTwo();
    onceChecked(() => admin.send('POST', href(api.endSessions, { id: mira.id })));
    const change = { currentPassword: mira.password, newPassword: 'ganz-neu-und-lang-3' };
    expect((await owner.ask('POST', api.changePassword, change)).status).toBe(401);
    expect((await owner.signIn(mira)).status).toBe(200);
  });

  test('a session that ends before its code is stored sets no second factor', async () => {
    const { app, admin } = await house.open();
    const elsewhere = browserOf(app);
    await elsewhere.signIn(administrator);
    const begun = await elsewhere.ask('POST', api.secondFactor, { currentPassword: password });
    beforeNextWrite(app, () => elsewhere.send('POST', api.logout));
    const code = codeOf(String(begun.body.secret), app.clock.now);
    expect((await elsewhere.ask('PUT', api.secondFactor, { code })).status).toBe(400);
    expect(await admin.user()).toMatchObject({ secondFactor: false });
  });

  test('a password that is changed elsewhere ends what was begun with the former one', async () => {
    const { app, admin, factor } = await house.openProtected();
    const code = factor.newCode();
    onceChecked(await changeElsewhere(app));
    const { status } = await admin.ask('DELETE', api.secondFactor, { currentPassword: password, code });
    expect(status).toBeOneOf([400, 401]);
    expect(await admin.alive()).toBe(401);
    const later = { username: 'admin', password: 'anders-4' };
    expect((await browserOf(app).signIn(later)).body).toMatchObject({ secondFactor: true });
  });
});
