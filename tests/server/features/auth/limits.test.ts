/** Each call that takes a password or a code of staff, with each limit for guessing them. */
// ASVS 6.3.1
import { describe, expect, spyOn, test } from 'bun:test';
import { signInFailures } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { codeOf, wrongCode } from '#tests/support/codes';
import { afterThisTest } from '#tests/support/endings';
import { administrator } from '#tests/support/staff';
import { type Account, browserOf, hired, type StaffBrowser, setHouse } from './browsers';

const { password } = administrator;
const house = setHouse({ RATE_LIMIT: 'on' });
const many = 50;

/** A code that is good now, or one that never was. */
type CodeOf = (isRight: boolean) => string;
/** `pathOf`: the path for `{ id }` of another account. */
type Call = {
  route: [method: string, path: string, pathOf?: (of: { id: string }) => string];
  /** What is counted: a name, a browser that is known, or a session. */
  by: 'name' | 'browser' | 'session';
  /** Whether the administrator has a second factor. */
  isProtected: boolean;
  body: (isRight: boolean, code: CodeOf, turn: number) => object;
};

const current = (isRight: boolean) => ({ currentPassword: isRight ? password : 'falsch-genug' });
/** A wrong password and a wrong code take turns. */
const both: Call['body'] = (isRight, code, turn) => ({
  ...current(isRight || turn % 2 === 0),
  code: code(isRight),
});
const signingIn: Call['body'] = (isRight, code, turn) => {
  const { username } = administrator;
  return { username, password: current(isRight || turn % 2 === 0).currentPassword, code: code(isRight) };
};
const bySession = { by: 'session', isProtected: true, body: both } as const;
const bare = { by: 'session', isProtected: false } as const;
const kim = { username: 'kim.lange', password: 'lang-genug-fuer-alle-3', role: 'admin' };
const paused = { state: 'paused', reason: 'Umzug' };

const calls: Record<string, Call> = {
  'a sign-in': { ...bySession, by: 'name', route: ['POST', api.login], body: signingIn },
  'a sign-in in a known browser': {
    ...bySession,
    by: 'browser',
    route: ['POST', api.login],
    body: signingIn,
  },
  'a new password': {
    ...bySession,
    route: ['POST', api.changePassword],
    body: (isRight) => ({ ...current(isRight), newPassword: `${password}-neu` }),
  },
  'the start of a second factor': { ...bare, route: ['POST', api.secondFactor], body: current },
  'the first code of a second factor': {
    ...bare,
    route: ['PUT', api.secondFactor],
    body: (isRight, code) => ({ code: code(isRight) }),
  },
  'the end of a second factor': { ...bySession, route: ['DELETE', api.secondFactor] },
  'a new account': {
    ...bySession,
    route: ['POST', api.users],
    body: (...given) => ({ ...kim, ...both(...given) }),
  },
  'another state of the site': {
    ...bySession,
    route: ['PUT', api.siteState],
    body: (...given) => ({ ...paused, ...both(...given) }),
  },
  'the end of an account': { ...bySession, route: ['DELETE', api.user, (of) => href(api.user, of)] },
  'the end of the sessions of another account': {
    ...bySession,
    route: ['POST', api.endSessions, (of) => href(api.endSessions, of)],
  },
  'the end of a lost second factor': {
    ...bySession,
    route: ['DELETE', api.lostSecondFactor, (of) => href(api.lostSecondFactor, of)],
  },
};

/** The call as its browser sends it, with an account that it can be about. */
async function prepare({ route: [method, path, pathOf], by, isProtected, body }: Call) {
  const { app, admin } = await house.open();
  const other = await hired(admin);
  const code = await (isProtected ? protectBoth(app, admin, other) : begin(app, admin));
  const browser = by === 'name' ? browserOf(app) : admin;
  if (by === 'browser') browser.token = '';
  let turn = 0;
  const send = async (isRight: boolean) => {
    turn += 1;
    const answer = await browser.ask(method, pathOf?.(other) ?? path, body(isRight, code, turn));
    const wait = Number(answer.headers.get('retry-after'));
    return { status: answer.status, wait };
  };
  return {
    app,
    browser,
    code,
    guess: () => send(false),
    prove: () => send(true),
    refused: by === 'session' ? 400 : 401,
    /** A body that cannot be read. */
    async garble() {
      const headers: Record<string, string> = {
        'x-forwarded-for': browser.address,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        ...(browser.token && { authorization: `Bearer ${browser.token}` }),
      };
      return (await app.ask(method, pathOf?.(other) ?? path, { raw: '{', headers })).status;
    },
    /** Another call that takes the right password of the same browser. */
    async succeed() {
      if (by !== 'session') return await send(true);
      const change = { currentPassword: password, newPassword: password };
      const changed = await browser.ask('POST', api.changePassword, change);
      browser.token = String(changed.body.token);
      return { status: changed.status };
    },
  };
}

/** Recovery codes are right whatever the clock says. */
async function protectBoth(app: TestApp, admin: StaffBrowser, other: Account) {
  const owner = browserOf(app);
  await owner.signIn(other);
  await owner.protect(other);
  const { secret, recoveryCodes } = await admin.protect(administrator);
  const wrong = wrongCode(secret, app.clock.now);
  return (isRight: boolean) => (isRight ? (recoveryCodes.pop() ?? '') : wrong);
}

async function begin(app: TestApp, admin: StaffBrowser) {
  const begun = await admin.ask('POST', api.secondFactor, { currentPassword: password });
  const secret = String(begun.body.secret);
  const wrong = wrongCode(secret, app.clock.now);
  return (isRight: boolean) => (isRight ? codeOf(secret, app.clock.now) : wrong);
}

test('the calls below are all that take a password or a code', async () => {
  const { app } = await house.open();
  const secrets = ['password', 'currentPassword', 'code'];
  const taking = app.app.routes.filter(({ hooks }) => {
    const { json } = (hooks.body ?? {}) as { json?: { properties: object } };
    return Object.keys(json?.properties ?? {}).some((field) => secrets.includes(field));
  });
  const known = Object.values(calls).map(({ route: [method, path] }) => `${method} ${path}`);
  expect(taking.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [...new Set(known)].toSorted(),
  );
});

describe.each(Object.entries(calls))('%s', (_, call) => {
  const goesOn = call.route[1] === api.users ? 201 : 200;
  const orWaits = call.by === 'name' ? 429 : goesOn;

  test('waits from the tenth failure on, longer after each further one', async () => {
    const { app, code, guess, prove, refused } = await prepare(call);
    for (let turn = 0; turn < 10; turn += 1) expect((await guess()).status).toBe(refused);
    for (const wait of [1, 2]) {
      expect(await prove()).toEqual({ status: 429, wait });
      expect(await guess()).toEqual({ status: 429, wait });
      app.clock.now += wait * 1000;
      expect((await guess()).status).toBe(refused);
    }
    expect(await prove()).toEqual({ status: 429, wait: 4 });
    // neither other sessions nor sign-ins wait for a session or a known browser
    const elsewhere = browserOf(app);
    const entered = await elsewhere.signIn(administrator, code(true));
    expect(entered.status).toBe(call.by === 'name' ? 429 : 200);
    const change = { ...current(false), newPassword: password };
    const { status } = await elsewhere.ask('POST', api.changePassword, change);
    expect(status).toBe(call.by === 'name' ? 401 : 400);
    app.clock.now += 4000;
    expect((await prove()).status).toBe(goesOn);
  });

  test(`begins ${call.by === 'session' ? 'not ' : ''}again after a success`, async () => {
    const { guess, succeed, refused } = await prepare(call);
    for (let turn = 0; turn < 9; turn += 1) expect((await guess()).status).toBe(refused);
    expect((await succeed()).status).toBe(200);
    const more = call.by === 'session' ? 1 : 10;
    for (let turn = 0; turn < more; turn += 1) expect((await guess()).status).toBe(refused);
    expect((await guess()).status).toBe(429);
  });

  test('checks at most ten of many guesses at once', async () => {
    const { app, browser, guess, refused } = await prepare(call);
    const verify = spyOn(Bun.password, 'verify');
    afterThisTest(async () => verify.mockRestore());
    const answers = await Promise.all(Array.from({ length: many }, guess));
    const counted = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([counted(refused), counted(429)]).toEqual([10, many - 10]);
    expect(await app.db.read.select().from(signInFailures)).toMatchObject([{ failures: 10 }]);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(10);
    // those that were refused do not count for the address
    browser.cookies.clear();
    expect((await browser.signIn({ username: 'niemand', password: 'x' })).status).toBe(401);
  });

  test(`${call.by === 'name' ? 'waits' : 'goes on'} while strangers guess at the name`, async () => {
    const { app, prove } = await prepare(call);
    const wrong = { ...administrator, password: 'falsch-genug' };
    for (let turn = 0; turn < 10; turn += 1) expect((await browserOf(app).signIn(wrong)).status).toBe(401);
    expect((await browserOf(app).signIn(administrator)).status).toBe(429);
    expect((await prove()).status).toBe(orWaits);
    // a success of this browser says nothing about the strangers
    expect((await browserOf(app).signIn(administrator)).status).toBe(429);
  });

  test(`${call.by === 'name' ? 'waits' : 'goes on'} after 50 failures of its address`, async () => {
    const { app, browser, prove } = await prepare(call);
    const stranger = browserOf(app);
    stranger.address = browser.address;
    for (let turn = 0; turn < many; turn += 1)
      expect((await stranger.signIn({ username: `niemand-${turn}`, password: 'x' })).status).toBe(401);
    const { status, headers } = await stranger.signIn({ username: 'niemand', password: 'x' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeWithin(1, 15 * 60 + 1);
    // nor does a browser go on as somebody else
    expect((await browser.signIn({ username: 'niemand', password: 'x' })).status).toBe(429);
    expect(await prove()).toMatchObject({ status: orWaits });
    expect(await app.db.read.select().from(signInFailures)).toHaveLength(many);
  });

  test(`counts ${call.by === 'session' ? 'nothing' : 'for its address'} when its body cannot be read`, async () => {
    const { app, browser, garble, prove } = await prepare(call);
    for (let turn = 0; turn < many; turn += 1) expect(await garble()).toBe(400);
    expect(await garble()).toBe(call.by === 'session' ? 400 : 429);
    expect(await app.db.read.select().from(signInFailures)).toEqual([]);
    const stranger = browserOf(app);
    stranger.address = browser.address;
    const wrong = { ...administrator, password: 'falsch-genug' };
    expect((await stranger.signIn(wrong)).status).toBe(call.by === 'session' ? 401 : 429);
    expect((await prove()).status).toBe(orWaits);
  });

  test(`${call.by === 'name' ? 'is refused' : 'goes on'} while strangers crowd the checks`, async () => {
    const { app, prove } = await prepare(call);
    const gate = Promise.withResolvers<boolean>();
    const { verify } = Bun.password;
    const held = spyOn(Bun.password, 'verify').mockImplementation((typed, hash) =>
      typed === 'x' ? gate.promise : verify(typed, hash),
    );
    afterThisTest(async () => {
      held.mockRestore();
      gate.resolve(false);
    });
    const crowd = Array.from({ length: 30 }, (_, turn) =>
      browserOf(app).signIn({ username: `niemand-${turn}`, password: 'x' }),
    );
    expect((await Promise.race(crowd)).status).toBe(429);
    const { status, wait } = await prove();
    expect([status, wait]).toEqual(call.by === 'name' ? [429, 5] : [goesOn, 0]);
    gate.resolve(false);
    expect((await Promise.all(crowd)).filter((one) => one.status === 401)).toHaveLength(21);
  });
});
