/** Attacks on the sign-in that were tried against a running server, and what they gain. */
// ASVS 6.3.1
import { describe, expect, test } from 'bun:test';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { administrator } from '#tests/support/staff';
import { setTarget } from './attacker';

const openTarget = setTarget();
const { password } = administrator;
const day = 24 * 3_600_000;

describe('guessing codes', () => {
  test('with the right password tries 114 in the first day and 96 in each further one', async () => {
    const { app, send, setFactor, signIn, tokenOf, hire } = await openTarget();
    const token = await tokenOf();
    const stranger = { username: 'petra', password: 'lang-genug-2' };
    await hire(token, stranger.username, stranger.password);
    await setFactor(token);
    const { device } = await signIn(stranger);
    const tried = { firstDay: 0, secondDay: 0 };
    const began = app.clock.now;
    for (let turn = 0; app.clock.now < began + 2 * day; turn += 1) {
      // neither of these starts the count again, nor does a cookie that knows somebody else
      if (turn % 5 === 0) {
        await signIn();
        await send('POST', api.login, { body: stranger, device });
      }
      const { status, wait } = await signIn({ code: 'ABCD' }, turn % 2 ? { device } : {});
      if (status === 401) tried[app.clock.now < began + day ? 'firstDay' : 'secondDay'] += 1;
      else app.clock.now += wait * 1000;
    }
    expect(tried).toEqual({ firstDay: 114, secondDay: 96 });
  });

  test.each([
    ['a stolen session', true],
    ['a stolen device cookie', false],
  ])('with %s and the right password gains no more', async (_, isSession) => {
    const { app, send, setFactor, signIn, tokenOf } = await openTarget();
    const { device } = await signIn();
    const token = await tokenOf();
    await setFactor(token);
    const body = { currentPassword: password, code: 'ABCD' };
    const guess = async () =>
      isSession
        ? await send('DELETE', api.secondFactor, { token, body })
        : await signIn({ code: 'ABCD' }, { device });
    const began = app.clock.now;
    let tried = 0;
    // as long as a session lives
    while (app.clock.now < began + day / 4) {
      const { status, wait } = await guess();
      if (status === 429) app.clock.now += wait * 1000;
      else tried += 1;
    }
    expect(tried).toBe(42);
  });

  test('knowing the password is recorded, once for each address and minute, also in a known browser', async () => {
    const { app, setFactor, signIn, tokenOf } = await openTarget();
    const { device } = await signIn({}, { from: '203.0.113.1' });
    await setFactor(await tokenOf());
    await signIn({}, { device });
    for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) await signIn({}, { from });
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
});

describe('making others wait', () => {
  test('fails with a stolen session: its owner can still end it', async () => {
    const { send, tokenOf } = await openTarget();
    const [stolen, own] = [await tokenOf(), await tokenOf()];
    const flood = (path: string) =>
      Promise.all(Array.from({ length: 1201 }, () => send('GET', path, { token: stolen })));
    await flood(api.users);
    await flood(api.currentUser);
    expect((await send('GET', api.users, { token: own })).status).toBe(429);
    expect((await send('GET', api.currentUser, { token: stolen })).status).toBe(429);
    const { body, status } = await send('GET', api.sessions, { token: own });
    expect(status).toBe(200);
    const others = (body as unknown as { id: string; current: boolean }[]).filter(({ current }) => !current);
    for (const { id } of others)
      expect((await send('DELETE', href(api.session, { id }), { token: own })).status).toBe(204);
    expect((await send('GET', api.currentUser, { token: stolen })).status).toBe(401);
  });

  test('fails by a clock that is set back: no wait is longer than its failures make it', async () => {
    const { app, signIn } = await openTarget();
    const begun = app.clock.now;
    app.clock.now += day / 2;
    await signIn({ password: 'x' });
    app.clock.now = begun;
    expect((await signIn({ password: 'x' })).status).toBe(401);
    app.clock.now += day / 2;
    for (let count = 0; count < 8; count += 1) await signIn({ password: 'x' });
    app.clock.now = begun;
    const { status, wait } = await signIn();
    expect([status, wait]).toEqual([429, 1]);
    app.clock.now += 1000;
    expect((await signIn()).status).toBe(200);
  });
});
