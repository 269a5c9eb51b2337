/**
 * Every call of staff, and who gets which answer: nobody, an ended session, a case handler, an administrator.
 * `docs/reference.md` has all with their roles.
 */
// ASVS 16.4.2
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { Elysia } from 'elysia';
import { users } from '#db/schema/staff';
import { api, backofficeApi, href } from '#domain/urls';
import { assertGuarded, roleOf, staffRoutes } from '#server/http/access';
import { hire, openOffice, signedIn } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { encode, sign } from '#tests/support/tokens';

/** Every call that needs a sign-in, and all below `/api/backoffice`, with an id if the path has one. */
function routesOf({ app }: TestApp) {
  return app.routes
    .filter((route) => route.path.startsWith(backofficeApi) || roleOf(route))
    .flatMap((route) => {
      const path = route.path.replace(':id', crypto.randomUUID()).replace('*', 'nope/deeper');
      const methods = route.method === 'ALL' ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : [route.method];
      return methods.map((method) => ({ method, path, role: roleOf(route) }));
    });
}

type Headers = Record<string, string>;
const forever = 99_999_999_999;

/** Bodies that a parser or a rule would refuse if they were read. */
const bodies = (method: string) =>
  method === 'GET' ? [{}] : [{}, { raw: '{' }, { raw: 'x', type: 'text/plain' }];

// ASVS 7.2.1
test('every call of staff is refused without a valid token, whatever the body is', async () => {
  const { app, antje } = await openOffice();
  const gone = await hire(app, 'gone', 'admin');
  await app.db.write((tx) => tx.delete(users).where(eq(users.id, gone.user.id)));
  const ended = await hire(app, 'ended', 'admin');
  await antje.ask('POST', href(api.endSessions, { id: ended.user.id }));
  const [, payload = ''] = antje.token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: forever };
  const { jwtSecret } = app.config;
  // the counterpart: signed like the forged ones, but valid
  const right = await app.ask('GET', `${backofficeApi}/users`, {
    headers: { authorization: `Bearer ${sign(claims, jwtSecret)}` },
  });
  expect(right.status).toBe(200);
  const forged = (change: object) => `Bearer ${sign({ ...claims, ...change }, jwtSecret)}`;
  const bad = {
    garbage: 'Bearer garbage',
    'another scheme': `Basic ${antje.token}`,
    expired: forged({ exp: 1 }),
    'foreign-signed': `Bearer ${sign(claims, 'x'.repeat(32))}`,
    'alg none': `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'alg none, signed': `Bearer ${sign(claims, jwtSecret, { alg: 'none' })}`,
    'another algorithm': `Bearer ${sign(claims, jwtSecret, { alg: 'HS512' }, 'sha512')}`,
    'of nobody': forged({ sub: crypto.randomUUID() }),
    'of another session': forged({ sid: crypto.randomUUID() }),
    "of another user's session": forged({ sub: ended.user.id }),
    'without a session': forged({ sid: undefined }),
    'without an end': forged({ exp: undefined }),
    'of another issuer': forged({ iss: 'somebody' }),
    'for another audience': forged({ aud: 'device' }),
    'without an audience': forged({ aud: undefined }),
    'with a role of its own': `Bearer ${sign({ role: 'admin', exp: forever }, jwtSecret)}`,
    'of a deleted user': `Bearer ${gone.token}`,
    ended: `Bearer ${ended.token}`,
  };
  const refused = async (method: string, path: string, name: string, body: object, headers: Headers) => {
    const answer = await answerOf(await app.ask(method, path, { ...body, headers }));
    const seen = { name, method, path, status: answer.status, body: answer.body };
    expect(seen).toEqual({ name, method, path, status: 401, body: { message: sentence } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  };
  for (const { method, path } of routesOf(app)) {
    const all = bodies(method);
    for (const body of all) await refused(method, path, 'nothing', body, {});
    // each token meets each call, with one body after the other
    for (const [index, [name, authorization]] of Object.entries(bad).entries())
      await refused(method, path, name, all[index % all.length] ?? {}, { authorization });
  }
});

test('every call of staff is open only to the roles that it names', async () => {
  const { app, antje, lukas } = await openOffice();
  const mira = await hire(app, 'mira', 'admin');
  await app.db.write((tx) =>
    tx.update(users).set({ role: 'sachbearbeiter' }).where(eq(users.id, mira.user.id)),
  );
  for (const { method, path, role } of routesOf(app)) {
    for (const [name, { user }] of Object.entries({ antje, lukas, mira })) {
      // a session of its own, because some calls end it
      const staff = await signedIn(app, user);
      const { status, headers } = await staff.ask(method, path, method === 'GET' ? undefined : {});
      const allowed = role !== 'admin' || name === 'antje';
      expect([method, path, name, status === 403]).toEqual([method, path, name, !allowed]);
      if (allowed) expect([200, 201, 204, 404, 422]).toContain(status);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  }
});

// ASVS 8.3.1
test('every call of staff checks the role before it reads the body', async () => {
  const { app, lukas } = await openOffice();
  const headers = { authorization: `Bearer ${lukas.token}` };
  for (const body of bodies('POST')) {
    expect((await app.ask('POST', `${backofficeApi}/users`, { ...body, headers })).status).toBe(403);
  }
  expect((await lukas.ask('DELETE', `${backofficeApi}/users/nobody`)).status).toBe(403);
});

// ASVS 7.3.2, 9.2.1
test('every call of staff is refused after the token has expired', async () => {
  const { app, antje } = await openOffice({ env: { TOKEN_HOURS: '8' } });
  app.clock.ahead = 9 * 3_600_000;
  for (const { method, path } of routesOf(app)) {
    expect((await antje.ask(method, path, method === 'GET' ? undefined : {})).status).toBe(401);
  }
});

test('that does not exist returns 404 as JSON to staff', async () => {
  const { antje } = await openOffice();
  const calls = ['GET ', 'GET /settings', 'PUT /users', 'DELETE /applications', 'POST /email-logs'];
  for (const call of [...calls, `GET /applications/${crypto.randomUUID()}`]) {
    const [method = '', path = ''] = call.split(' ');
    const { status, body } = await antje.ask(method, backofficeApi + path, method === 'GET' ? undefined : {});
    expect({ call, status, body }).toEqual({ call, status: 404, body: { message: sentence } });
  }
});

const context = async () => (await openOffice()).app.context;

// ASVS 8.1.1, 8.2.1
test('the server does not start if a backoffice route declares no role', () => {
  const open = new Elysia().get(`${backofficeApi}/leak`, () => 'secrets');
  expect(() => assertGuarded(open.routes)).toThrow('GET /api/backoffice/leak declares no role.');
  const root = new Elysia().all(backofficeApi, () => 'secrets');
  expect(() => assertGuarded(root.routes)).toThrow('ALL /api/backoffice declares no role.');
});

test('the server starts if all backoffice routes declare a role', async () => {
  const guarded = new Elysia()
    .use(staffRoutes(await context(), 'fine', 'admin').get(`${backofficeApi}/fine`, () => 'fine'))
    .get('/api/backoffices', () => 'not ours');
  expect(() => assertGuarded(guarded.routes)).not.toThrow();
});

test('the server does not start if a backoffice route stands above its guard', async () => {
  const { app } = await openOffice();
  const known = app.app.routes.find(({ path }) => path === '/api/tariffs');
  const unguarded = { ...known, path: `${backofficeApi}/x` };
  expect(() => assertGuarded([{ method: 'GET', hooks: {}, ...unguarded }])).toThrow('declares no role');
});
