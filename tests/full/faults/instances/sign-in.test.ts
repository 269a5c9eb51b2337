/** Attacks on the sign-in with real parallel calls to two instances that share a database server. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { secondFactors, signInFailures } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { createCluster, login, send, tally } from '#tests/faults/support/instances';
import type { RunningServer } from '#tests/support/server';
import { administrator, bearer, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);

const cluster = createCluster();
let instances: [RunningServer, RunningServer];
let db: Awaited<ReturnType<typeof cluster.database>>;
let [token, secret] = ['', ''];
let recoveryCodes: string[] = [];

const url = (index: number) => instances[index % 2 === 0 ? 0 : 1].url;
/** `count` calls at once, from an address each, half of them to each instance. */
const atOnce = (count: number, call: (at: string, from: string) => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(url(index), `198.51.100.${index}`)));
const own = (index: number, method: string, path: string, body?: object) =>
  send(url(index), method, path, { body, headers: bearer(token) });
const codeAt = (instant: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), period: 30 }).generate({ timestamp: instant });
const currentPassword = administrator.password;

beforeAll(async () => {
  const { url: database } = await cluster.startPrepared();
  db = await cluster.database(database);
  instances = await cluster.pair(database);
  token = await tokenOf(url(0));
});

afterAll(async () => {
  await cluster.end();
  await db.close();
});

test('right passwords at once are all accepted', async () => {
  expect(tally(await atOnce(9, (at, from) => login(at, administrator, from)))).toEqual({ 200: 9 });
  expect(await db.read.select().from(signInFailures)).toEqual([]);
});

test('a second factor that is confirmed 4 times at once is set once, and never with a secret that was replaced', async () => {
  const other = bearer(await tokenOf(url(1)));
  const begin = (index: number) => own(index, 'POST', api.secondFactor, { currentPassword });
  const secretOf = async (answer: Response) => ((await answer.json()) as { secret: string }).secret;
  const replaced = await secretOf(await begin(0));
  secret = await secretOf(await begin(1));
  const old = new TOTP({ secret: Secret.fromBase32(replaced), period: 30 }).generate();
  expect((await own(0, 'PUT', api.secondFactor, { code: old })).status).toBe(400);
  const confirmed = await Promise.all(
    [0, 1, 2, 3].map((index) => own(index, 'PUT', api.secondFactor, { code: codeAt(Date.now()) })),
  );
  const set = confirmed.filter(({ status }) => status === 200);
  expect(set).toHaveLength(1);
  for (const answer of set)
    recoveryCodes = ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes;
  expect(await db.read.select().from(secondFactors)).toHaveLength(1);
  expect((await begin(0)).status).toBe(409);
  for (const index of [0, 1])
    expect((await send(url(index), 'GET', api.currentUser, { headers: other })).status).toBe(401);
});

test('one code of the app, 10 times at once, opens one session', async () => {
  // the code of the next step: that of this one has set the second factor
  const code = codeAt(Date.now() + 30_000);
  const answers = await atOnce(10, (at, from) => login(at, { ...administrator, code }, from));
  expect(tally(answers)[200]).toBe(1);
});

test('one recovery code, 10 times at once, opens one session', async () => {
  const [code] = recoveryCodes;
  const answers = await atOnce(10, (at, from) => login(at, { ...administrator, code }, from));
  expect(tally(answers)[200]).toBe(1);
});

test('50 codes at once, from 50 addresses, are 10 guesses', async () => {
  const [, code] = recoveryCodes;
  // begins the count anew, once the name need not wait any more
  await until(async () => (await login(url(0), { ...administrator, code }, '198.51.100.99')).ok);
  const answers = await atOnce(50, (at, from) => login(at, { ...administrator, code: 'ABCD' }, from));
  // counted apart, two instances would check 20; on a slow machine the first waits end meanwhile
  expect(tally(answers)[401]).toBeLessThan(15);
  expect(tally(answers)[200]).toBeUndefined();
});

test('a password that is changed 8 times at once is changed once, and all earlier tokens end on both', async () => {
  const changed = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      own(index, 'POST', api.changePassword, { currentPassword, newPassword: `neu-und-lang-${index}` }),
    ),
  );
  const winners = changed.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  const stale = token;
  for (const answer of winners) token = ((await answer.json()) as { token: string }).token;
  for (const index of [0, 1]) {
    expect((await send(url(index), 'GET', api.users, { headers: bearer(stale) })).status).toBe(401);
    expect((await own(index, 'GET', api.users)).status).toBe(200);
  }
});

test('a session that is ended on one instance is refused by the other at once', async () => {
  const sessions = (await (await own(0, 'GET', api.sessions)).json()) as { id: string; current: boolean }[];
  const { id } = sessions.find(({ current }) => current) ?? { id: '' };
  expect((await own(0, 'DELETE', href(api.session, { id }))).status).toBe(204);
  expect((await own(1, 'GET', api.users)).status).toBe(401);
});
