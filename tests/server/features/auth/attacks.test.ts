/** Attacks on the sign-in that were tried against a running server, and what they gain. */
// ASVS 6.3.1, 9.1.1–9.1.3
import { expect, test } from 'bun:test';
import { auditLog, signInFailures } from '#db/schema/staff';
import type { Session } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { roleOf } from '#server/http/access';
import type { TestApp } from '#tests/support/app';
import type { Answer } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { encode, sign } from '#tests/support/tokens';
import { type Account, browserOf, hired, setHouse } from './browsers';

const guarded = setHouse({ RATE_LIMIT: 'on' });
const strict = setHouse({ PASSWORD_MIN: '8' });
const required = setHouse({ SECOND_FACTOR: 'required' });
const { password } = administrator;
const wrong = { ...administrator, password: 'x' };
const day = 24 * 3_600_000;

const waitOf = ({ headers }: Answer) => Number(headers.get('retry-after') ?? 0);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

type Sent = { code?: string; device?: string; from?: string };

/** A sign-in from an address of its own, or from the one that is given. */
async function enter(app: TestApp, who: Account = administrator, { code, device, from }: Sent = {}) {
  const browser = browserOf(app);
  if (device !== undefined) browser.cookies.set('device', device);
  if (from) browser.address = from;
  return await browser.signIn(who, code);
}

test('guessing codes with the right password tries 114 in the first day and 96 in each further one', async () => {
  const { app, admin } = await guarded.open();
  const petra = await hired(admin, 'petra');
  const stranger = browserOf(app);
  await stranger.signIn(petra);
  const device = stranger.cookies.get('device');
  await admin.protect(administrator);
  const tried = { firstDay: 0, secondDay: 0 };
  const began = app.clock.now;
  for (let turn = 0; app.clock.now < began + 2 * day; turn += 1) {
    // neither of these starts the count again, nor does a cookie that knows somebody else
    if (turn % 5 === 0) {
      await enter(app);
      await enter(app, petra, { device });
    }
    const answer = await enter(app, administrator, { code: 'ABCD', device: turn % 2 ? device : undefined });
    if (answer.status === 401) tried[app.clock.now < began + day ? 'firstDay' : 'secondDay'] += 1;
    else app.clock.now += waitOf(answer) * 1000;
  }
  expect(tried).toEqual({ firstDay: 114, secondDay: 96 });
});

test.each(['session', 'device cookie'])(
  'guessing codes with a stolen %s and the right password gains no more',
  async (stolen) => {
    const { app, admin } = await guarded.open();
    await admin.protect(administrator);
    const device = admin.cookies.get('device');
    const body = { currentPassword: password, code: 'ABCD' };
    const began = app.clock.now;
    let tried = 0;
    // as long as a session lives
    while (app.clock.now < began + day / 4) {
      const answer = await (stolen === 'session'
        ? admin.ask('DELETE', api.secondFactor, body)
        : enter(app, administrator, { code: 'ABCD', device }));
      if (answer.status === 429) app.clock.now += waitOf(answer) * 1000;
      else tried += 1;
    }
    expect(tried).toBe(42);
  },
);

test('knowing the password is recorded, once for each address and minute, also in a known browser', async () => {
  const { app, admin } = await guarded.open();
  await enter(app, administrator, { from: '203.0.113.1' });
  await admin.protect(administrator);
  await enter(app, administrator, { device: admin.cookies.get('device') });
  for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) await enter(app, administrator, { from });
  await app.refusals.settled();
  const log = await app.db.read.select().from(auditLog).orderBy(auditLog.id);
  const rows = log.filter(({ action }) => action === 'code_asked');
  expect(rows.map(({ username }) => username)).toEqual(['admin', 'admin', 'admin']);
  expect(new Set(rows.map(({ address }) => address)).size).toBe(3);
  // as of who signs in from there
  const entered = log.filter(({ action }) => action === 'signed_in');
  expect(entered.map(({ address }) => address)).toContain(rows[1]?.address ?? '');
  expect(JSON.stringify(log)).not.toContain('203.0');
});

test('whoever floods with a stolen session does not keep its owner from ending it', async () => {
  const { app, admin: stolen } = await guarded.open();
  const own = browserOf(app);
  await own.signIn(administrator);
  for (const path of [api.users, api.currentUser])
    await Promise.all(Array.from({ length: 1201 }, () => stolen.status('GET', path)));
  expect(await own.status('GET', api.users)).toBe(429);
  expect(await stolen.alive()).toBe(429);
  for (const { id, current } of await own.list<Session>(api.sessions))
    if (!current) expect(await own.status('DELETE', href(api.session, { id }))).toBe(204);
  expect(await stolen.alive()).toBe(401);
});

test('after a clock is set back no wait is longer than its failures make it', async () => {
  const { app } = await guarded.open();
  const begun = app.clock.now;
  app.clock.now += day / 2;
  await enter(app, wrong);
  app.clock.now = begun;
  expect((await enter(app, wrong)).status).toBe(401);
  app.clock.now += day / 2;
  for (let count = 0; count < 8; count += 1) await enter(app, wrong);
  app.clock.now = begun;
  const answer = await enter(app);
  expect([answer.status, waitOf(answer)]).toEqual([429, 1]);
  app.clock.now += 1000;
  expect((await enter(app)).status).toBe(200);
});

test('a forged or foreign device cookie spares nobody the wait', async () => {
  const { app, admin } = await guarded.open();
  const petra = await hired(admin, 'petra');
  const browser = browserOf(app);
  await browser.signIn(petra);
  const known = browser.cookies.get('device') ?? '';
  for (let count = 0; count < 11; count += 1) await enter(app, { ...petra, password: 'x' });
  const claims = claimsOf(known);
  const [head = '', payload = '', signature = ''] = known.split('.');
  const { jwtSecret } = app.config;
  const { exp: _, ...endless } = claims;
  const forged: Record<string, string> = {
    nothing: '',
    garbage: 'x'.repeat(8000),
    'no signature': `${head}.${payload}.`,
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'other claims': `${head}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    'another secret': sign(claims, 'x'.repeat(32)),
    'another algorithm': sign(claims, jwtSecret, { alg: 'HS512' }, 'sha512'),
    'no end': sign(endless, jwtSecret),
    'past its end': sign({ ...claims, exp: 1 }, jwtSecret),
    'another audience': sign({ ...claims, aud: 'somebody' }, jwtSecret),
    'another issuer': sign({ ...claims, iss: 'somebody' }, jwtSecret),
    'another account': admin.cookies.get('device') ?? '',
    'another installation': (await strict.open()).admin.cookies.get('device') ?? '',
    'a token of staff': admin.token,
    'a token of staff with users': sign({ ...claimsOf(admin.token), users: [petra.id] }, jwtSecret),
    'users that are no list': sign({ ...claims, users: petra.id }, jwtSecret),
  };
  for (const [name, device] of Object.entries(forged))
    expect([name, (await enter(app, petra, { device })).status]).toEqual([name, 429]);
  for (const device of [sign(claims, jwtSecret), known])
    expect((await enter(app, petra, { device })).status).toBe(200);
  await admin.send('DELETE', href(api.user, petra));
  expect((await enter(app, petra, { device: known })).status).toBe(429);
});

test('spellings of a name share one count and one row', async () => {
  const { app, admin } = await guarded.open();
  await hired(admin, 'Jürgen');
  const spellings = ['Jürgen', 'JÜRGEN', 'Ju\u0308rgen', 'JU\u0308RGEN', ' jürgen ', '\u00a0Jürgen\ufeff'];
  const guess = async (username: string) => (await enter(app, { username, password: 'x' })).status;
  for (let count = 0; count < 10; count += 1) await guess(spellings[count % spellings.length] ?? '');
  for (const username of spellings) expect(await guess(username)).toBe(429);
  expect(await app.db.read.select().from(signInFailures)).toHaveLength(1);
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const tricks: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}?x=1`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api/', '//api/'),
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/x/../api/'),
  (path) => path.replace('backoffice', 'b%61ckoffice'),
  (path) => `${path}%2f`,
  (path) => `${path};x`,
];

test.each([
  ['a new password', strict, ['account', 'staff', 'admin']],
  ['a second factor', required, ['staff', 'admin']],
])('before %s nothing else answers, whatever the method and the spelling', async (_, house, closed) => {
  const { app, admin } = await house.open();
  if (app.config.secondFactor === 'required') await admin.protect(administrator);
  const petra = browserOf(app);
  await petra.signIn(await hired(admin, 'petra', 'admin'));
  const routes = app.app.routes.filter((route) => closed.includes(roleOf(route) ?? ''));
  const open = app.app.routes.filter((route) => roleOf(route) === 'newcomer');
  const isOpen = (method: string, path: string) =>
    open.some((route) => route.path === path && route.method === method.replace('HEAD', 'GET'));
  expect(routes.length).toBeGreaterThan(50);
  for (const [index, { method, path }] of routes.entries()) {
    const real = path.replace(/:\w+/g, '11111111-1111-4111-8111-111111111111');
    expect([path, (await petra.send(method, real)).status]).toEqual([path, 403]);
    const others = methods.filter((other) => !isOpen(other, path));
    const tried = others.map((other): [string, string] => [other, real]);
    for (const [place, trick] of tricks.entries()) {
      // another method for each spelling and route, so that each pair comes in its turn
      const other = others[(index + place) % others.length] ?? method;
      tried.push([method, trick(real)], [other, trick(real)]);
    }
    for (const [other, spelled] of tried)
      expect([403, 404, 405]).toContain((await petra.send(other, spelled)).status);
  }
  expect(await petra.alive()).toBe(200);
});
