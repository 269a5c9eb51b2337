/** Attacks with forged, stolen and spent tokens, cookies and codes, and around what has to be done first. */
// ASVS 9.1.1–9.1.3
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { signInFailures, users } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { roleOf } from '#server/http/access';
import { encode, sign } from '#tests/support/tokens';
import { setTarget } from './attacker';

const openTarget = setTarget({ LOG_LEVEL: 'debug' });
const unlimited = { RATE_LIMIT: 'off' };
const openUnlimited = setTarget(unlimited);
const petra = { username: 'petra', password: 'lang-genug-2' };

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

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
