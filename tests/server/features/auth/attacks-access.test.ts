/** Attacks with forged, stolen and spent tokens, cookies and codes, and around what has to be done first. */
// ASVS 9.1.1–9.1.3
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { signInFailures, users } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { roleOf } from '#server/http/access';
import { administrator } from '#tests/support/staff';
import { encode, sign } from '#tests/support/tokens';
import { setTarget } from './attacker';

const openTarget = setTarget({ LOG_LEVEL: 'debug' });
const unlimited = { RATE_LIMIT: 'off' };
const openUnlimited = setTarget(unlimited);
const { password } = administrator;
const petra = { username: 'petra', password: 'lang-genug-2' };

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('a token', () => {
  test('that was stolen is worth nothing after what its owner does', async () => {
    const { send, setFactor, tokenOf } = await openTarget();
    const sessions = await tokenOf();
    const endAll = async (token: string) => {
      const { id } = (await send('GET', api.currentUser, { token })).body;
      await send('POST', href(api.endSessions, { id: String(id) }), { token });
    };
    const deeds: Record<string, (token: string) => Promise<unknown>> = {
      'signs out': (token) => send('POST', api.logout, { token }),
      'ends the session': (token) =>
        send('DELETE', href(api.session, { id: String(claimsOf(token).sid) }), { token: sessions }),
      'changes the password': (token) =>
        send('POST', api.changePassword, {
          token,
          body: { currentPassword: password, newPassword: password },
        }),
      'ends all': endAll,
      'sets a second factor elsewhere': async () => setFactor(await tokenOf()),
    };
    for (const [deed, act] of Object.entries(deeds)) {
      const token = await tokenOf();
      expect([deed, (await send('GET', api.users, { token })).status]).toEqual([deed, 200]);
      await act(token);
      expect([deed, (await send('GET', api.users, { token })).status]).toEqual([deed, 401]);
    }
  });
});

test('a forged or foreign device cookie spares nobody the wait', async () => {
  const { app, send, signIn, hire } = await openTarget();
  const { body, device } = await signIn();
  const token = String(body.token);
  const id = await hire(token, petra.username, petra.password);
  const known = (await signIn(petra)).device;
  for (let count = 0; count < 11; count += 1) await signIn({ ...petra, password: 'x' });
  const claims = claimsOf(known);
  const [head = '', payload = '', signature = ''] = known.replace(/^[^=]*=/, '').split('.');
  const { jwtSecret } = app.config;
  const { exp: _, ...endless } = claims;
  const elsewhere = await (await openUnlimited()).signIn();
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
    'another account': device.replace(/^[^=]*=/, ''),
    'another installation': elsewhere.device.replace(/^[^=]*=/, ''),
    'a token of staff': token,
    'a token of staff with users': sign({ ...claimsOf(token), users: [id] }, jwtSecret),
    'users that are no list': sign({ ...claims, users: id }, jwtSecret),
  };
  for (const [name, value] of Object.entries(forged))
    expect([name, (await signIn(petra, { device: `device=${value}` })).status]).toEqual([name, 429]);
  expect((await signIn(petra, { device: `device=${sign(claims, jwtSecret)}` })).status).toBe(200);
  expect((await signIn(petra, { device: known })).status).toBe(200);
  await send('DELETE', href(api.user, { id }), { token });
  expect((await signIn(petra, { device: known })).status).toBe(429);
});

test('spellings of a name share one count and one row', async () => {
  const { app, signIn, tokenOf, hire } = await openTarget();
  await hire(await tokenOf(), 'Jürgen', 'lang-genug-2');
  const spellings = ['Jürgen', 'JÜRGEN', 'Ju\u0308rgen', 'JU\u0308RGEN', ' jürgen ', '\u00a0Jürgen\ufeff'];
  for (let count = 0; count < 10; count += 1)
    await signIn({ username: spellings[count % spellings.length], password: 'x' });
  for (const username of spellings) expect((await signIn({ username, password: 'x' })).status).toBe(429);
  expect(await app.db.read.select().from(signInFailures)).toHaveLength(1);
});

test('a code counts once, in one spelling, and not before or after its time', async () => {
  const { app, codeOf, setFactor, signIn, tokenOf } = await openUnlimited();
  const { secret, recoveryCodes } = await setFactor(await tokenOf());
  const right = codeOf(secret);
  const shifted = (start: number) => right.replace(/\d/g, (one) => String.fromCodePoint(start + Number(one)));
  const wrong = [
    ...[0x0660, 0x0966, 0xff10].map(shifted),
    ...[
      `${right}0`,
      right.slice(1),
      `+${right}`,
      `${right}.0`,
      `0x${right}`,
      '-',
      '\u3000',
      '',
      right.repeat(8),
    ],
    ...[-60_000, 60_000, -86_400_000, 86_400_000].map((ms) => codeOf(secret, app.clock.now + ms)),
    ...['-', `${recoveryCodes[0]}A`, recoveryCodes[0]?.slice(0, -1), '%'.repeat(16)],
  ];
  for (const code of wrong) expect([code, (await signIn({ code })).status]).not.toEqual([code, 200]);
  for (const code of [[right], Number(right), { code: right }, true])
    expect((await signIn({ code })).status).toBe(422);
  expect((await signIn({ code: ` ${right.slice(0, 3)} ${right.slice(3)} ` })).status).toBe(200);
  expect((await signIn({ code: right })).status).toBe(401);
  expect((await signIn({ code: codeOf(secret, app.clock.now + 30_000) })).status).toBe(200);
  app.clock.now += 30_000;
  expect((await signIn({ code: codeOf(secret) })).status).toBe(401);
});

describe('what has to be done first', () => {
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
  const id = '11111111-1111-4111-8111-111111111111';

  const openStrict = setTarget({ ...unlimited, PASSWORD_MIN: '8' });
  const openRequired = setTarget({ ...unlimited, SECOND_FACTOR: 'required' });

  test.each([
    ['a new password', openStrict, ['account', 'staff', 'admin']],
    ['a second factor', openRequired, ['staff', 'admin']],
  ])('%s: nothing else answers, whatever the method and the spelling', async (_, openHouse, closed) => {
    const { app, send, tokenOf, setFactor, hire, codeOf } = await openHouse();
    const admin = await tokenOf();
    const factor = app.config.secondFactor === 'required' ? await setFactor(admin) : null;
    const code = factor && codeOf(factor.secret);
    const petraId = await hire(admin, petra.username, petra.password, code);
    await app.db.write((tx) => tx.update(users).set({ role: 'admin' }).where(eq(users.id, petraId)));
    const token = await tokenOf(petra);
    const routes = app.app.routes.filter((route) => closed.includes(roleOf(route) ?? ''));
    const open = app.app.routes.filter((route) => roleOf(route) === 'newcomer');
    const isOpen = (method: string, path: string) =>
      open.some((route) => route.path === path && route.method === method.replace('HEAD', 'GET'));
    expect(routes.length).toBeGreaterThan(50);
    for (const [index, { method, path }] of routes.entries()) {
      const real = path.replace(/:\w+/g, id);
      expect([path, (await send(method, real, { token })).status]).toEqual([path, 403]);
      const others = methods.filter((other) => !isOpen(other, path));
      const tried = others.map((other): [string, string] => [other, real]);
      for (const [place, trick] of tricks.entries()) {
        // another method for each spelling and route, so that each pair comes in its turn
        const other = others[(index + place) % others.length] ?? method;
        tried.push([method, trick(real)], [other, trick(real)]);
      }
      for (const [other, spelled] of tried)
        expect([403, 404, 405]).toContain((await send(other, spelled, { token })).status);
    }
    expect((await send('GET', api.currentUser, { token })).status).toBe(200);
  });
});

test('the log says nothing that opens a session, and no name', async () => {
  const { app, send, setFactor, signIn, tokenOf } = await openTarget();
  const { body, device } = await signIn();
  const token = String(body.token);
  const { secret, recoveryCodes } = await setFactor(token);
  await signIn({ code: recoveryCodes[0] }, { device });
  await signIn({ username: 'niemand-bekanntes', password: 'x' });
  await send('DELETE', api.secondFactor, { token, body: { currentPassword: 'x', code: recoveryCodes[1] } });
  expect(await tokenOf({ code: recoveryCodes[2] })).toMatch(/\./);
  const log = app.logged.join('\n');
  expect(log).toContain(api.login);
  for (const one of [token, device, secret, password, 'niemand-bekanntes', '10.0.0.', ...recoveryCodes])
    expect(log).not.toContain(one);
});
