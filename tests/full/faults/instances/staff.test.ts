/** Sign-ins of staff on several instances of one database server: sessions, codes and guesses count for all of them. */
import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ne } from 'drizzle-orm';
import type { Database } from '#db/client';
import { secondFactors, signInFailures } from '#db/schema/staff';
import { api } from '#domain/urls';
import { createCluster, type Env, send, tally } from '#tests/faults/support/instances';
import { codeOf, step, wrongCode } from '#tests/support/codes';
import type { RunningServer } from '#tests/support/server';
import { administrator, bearer, tokenOf } from '#tests/support/staff';

setDefaultTimeout(60_000);

const cluster = createCluster();
const { password } = administrator;
let db: Database;
let sqldUrl: string;
let urls: [string, string];

beforeAll(async () => {
  const { url } = await cluster.startPrepared();
  sqldUrl = url;
  db = await cluster.database(url);
  const pair: RunningServer[] = await cluster.pair(url);
  urls = pair.map((server) => server.url) as [string, string];
});

afterEach(async () => {
  // the administrator has no second factor, and waits for nothing
  await db.write(async (tx) => {
    await tx.delete(secondFactors).where(ne(secondFactors.userId, ''));
    await tx.delete(signInFailures).where(ne(signInFailures.key, ''));
  });
});

const at = (index: number) => urls[index % 2] ?? '';
let addresses = 0;
/** A sign-in from an address that nobody has used. */
const signIn = (index: number, { who = administrator, code = '', headers = {} as Env } = {}) => {
  addresses += 1;
  const from = `198.18.${addresses >> 8}.${addresses & 255}`;
  return send(at(index), 'POST', api.login, { body: { ...who, code }, from, headers });
};
const times = (count: number, call: (index: number) => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const alive = async (index: number, token: string) =>
  (await send(at(index), 'GET', api.currentUser, { headers: bearer(token) })).status;
const begin = async (index: number, headers: Env, currentPassword = password) => {
  const begun = await send(at(index), 'POST', api.secondFactor, { body: { currentPassword }, headers });
  return ((await begun.json()) as { secret: string }).secret;
};
const confirm = (index: number, headers: Env, code: string) =>
  send(at(index), 'PUT', api.secondFactor, { body: { code }, headers });

/** Sets up a second factor on one instance. Its next code is valid, although its time has not come yet. */
async function protect(headers: Env) {
  const secret = await begin(0, headers);
  const now = Date.now();
  const { recoveryCodes } = (await (await confirm(1, headers, codeOf(secret, now))).json()) as {
    recoveryCodes: string[];
  };
  return { secret, recoveryCodes, next: codeOf(secret, now + step) };
}

describe('a session that one instance ends', () => {
  let [kept, ended] = ['', ''];
  beforeEach(async () => {
    [kept, ended] = [await tokenOf(at(0)), await tokenOf(at(1))];
  });
  test.each<[string, () => Promise<Response>]>([
    ['by signing out', () => send(at(0), 'POST', api.logout, { headers: bearer(ended) })],
    [
      'with a second factor',
      async () => {
        const secret = await begin(0, bearer(kept));
        return await confirm(0, bearer(kept), codeOf(secret, Date.now()));
      },
    ],
    [
      'by a change of the password, which is changed back',
      async () => {
        const newPassword = 'ganz-neu-und-lang-3';
        const change = { currentPassword: password, newPassword };
        const changed = await send(at(0), 'POST', api.changePassword, {
          body: change,
          headers: bearer(kept),
        });
        const { token } = (await changed.json()) as { token: string };
        kept = token;
        const back = { currentPassword: newPassword, newPassword: password };
        const again = await send(at(1), 'POST', api.changePassword, { body: back, headers: bearer(kept) });
        kept = ((await again.json()) as { token: string }).token;
        return again;
      },
    ],
  ])('%s is ended on the other at once', async (_, end) => {
    expect(await Promise.all([alive(0, ended), alive(1, ended), alive(1, kept)])).toEqual([200, 200, 200]);
    expect((await end()).ok).toBe(true);
    expect(await Promise.all([alive(1, ended), alive(0, ended), alive(1, kept)])).toEqual([401, 401, 200]);
  });
});

test('of 40 sign-ins with the same code on both instances one is let in', async () => {
  const { next, recoveryCodes } = await protect(bearer(await tokenOf(at(0))));
  // a known browser would not wait, and each of these comes from another one: RATE_LIMIT lets ten of them in
  for (const code of [next, recoveryCodes[0]]) {
    const answers = await times(40, (index) => signIn(index, { code }));
    const { 200: entered, 401: refused = 0, 429: waiting = 0, ...others } = tally(answers);
    expect({ entered, others, all: refused + waiting }).toEqual({ entered: 1, others: {}, all: 39 });
    await db.write((tx) => tx.delete(signInFailures).where(ne(signInFailures.key, '')));
  }
});

/**
 * How many of the guesses were checked; all others had to wait. On a slow machine the first waits (1 s, 2 s, 4 s) end
 * meanwhile. Counted apart, two instances would check 20.
 */
function checkedOf(answers: Response[]): number {
  const { 401: checked = 0, 429: waiting = 0, ...others } = tally(answers);
  expect({ others, all: checked + waiting }).toEqual({ others: {}, all: answers.length });
  return checked;
}

describe('guesses at a name', () => {
  test('are not what right passwords at once are', async () => {
    expect(tally(await times(9, (index) => signIn(index)))).toEqual({ 200: 9 });
    expect(await db.read.select().from(signInFailures)).toEqual([]);
  });

  test('or at a code count for both instances', async () => {
    const { secret } = await protect(bearer(await tokenOf(at(0))));
    const guesses = [
      { who: { ...administrator, password: 'falsch-genug' } },
      { code: wrongCode(secret, Date.now()) },
    ];
    for (const guess of guesses) {
      expect(checkedOf(await times(40, (index) => signIn(index, guess)))).toBeWithin(10, 15);
      await db.write((tx) => tx.delete(signInFailures).where(ne(signInFailures.key, '')));
    }
  });

  test('do not stop a browser that has signed in on the other instance', async () => {
    const known = (await signIn(0)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const strangers = await times(12, (index) =>
      signIn(index, { who: { ...administrator, password: 'falsch-genug' } }),
    );
    expect(checkedOf(strangers)).toBeGreaterThanOrEqual(10);
    const headers = { cookie: known };
    expect((await signIn(1, { headers })).status).toBe(200);
    const answers = await times(30, (index) =>
      signIn(index, { who: { ...administrator, password: 'falsch-genug' }, headers }),
    );
    expect(checkedOf(answers)).toBeWithin(10, 15);
  });
});

test('an instance with a replica knows a session that another instance has just opened', async () => {
  const edge = await cluster.instance(`file:${cluster.path('edge.db')}`, { DATABASE_SYNC_URL: sqldUrl });
  for (let turn = 0; turn < 5; turn += 1) {
    const token = await tokenOf(at(0));
    expect((await send(edge.url, 'GET', api.currentUser, { headers: bearer(token) })).status).toBe(200);
  }
});
