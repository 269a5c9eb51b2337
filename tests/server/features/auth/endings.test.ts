/** What ends sessions and what browsers are known for: each deed, who goes on, and what the audit log says. */
// ASVS 6.1.3, 6.3.4, 7.4.1–7.4.3, 7.4.5, 16.3.1, 16.3.2
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { auditLog, recoveryCodes, sessions } from '#db/schema/staff';
import type { Session } from '#domain/accounts/user';
import { api, href } from '#domain/urls';
import { answerOf } from '#tests/support/people';
import { administrator } from '#tests/support/staff';
import { browserOf, hired, type StaffBrowser, setHouse } from './browsers';

const house = setHouse({ RATE_LIMIT: 'on' });
const newPassword = 'ganz-anders-3';

/** Two browsers of Mira, and one of the administrator. */
async function open(isProtected = false) {
  const { app, admin } = await house.open();
  const mira = await hired(admin);
  const [own, elsewhere] = [browserOf(app), browserOf(app)];
  await own.signIn(mira);
  const factor = isProtected ? await own.protect(mira) : null;
  expect((await elsewhere.signIn(mira, factor?.newCode())).status).toBe(200);
  await app.db.write((tx) => tx.delete(auditLog));
  return { app, admin, mira, own, elsewhere, factor };
}
type House = Awaited<ReturnType<typeof open>>;

const endListed = async (browser: StaffBrowser, isThis: boolean) => {
  const found = (await browser.list<Session>(api.sessions)).find(({ current }) => current === isThis);
  return await browser.send('DELETE', href(api.session, { id: found?.id ?? '' }));
};
const changePassword = async ({ own, mira }: House) => {
  const response = await own.send('POST', api.changePassword, {
    currentPassword: mira.password,
    newPassword,
  });
  const { body } = await answerOf(response.clone());
  expect(body).toEqual({ message: 'Password changed successfully', token: expect.any(String) });
  // the former token is worth nothing, whoever has it
  expect(await own.alive()).toBe(401);
  own.token = String(body.token);
  return response;
};

type Row = {
  status: number;
  act: (house: House) => Promise<Response>;
  audit: string;
  by?: 'admin';
  /** Whether Mira's sessions go on: in the browser that acts, and in the other one. */
  goesOn: [boolean, boolean];
  /** Whether these browsers still sign in while strangers make the name wait. */
  isKnown: [boolean, boolean];
  isProtected?: boolean;
  password?: string;
};
const all: Pick<Row, 'isKnown'> = { isKnown: [true, true] };
const own: Pick<Row, 'status' | 'goesOn' | 'isKnown'> = {
  status: 200,
  goesOn: [true, false],
  isKnown: [true, false],
};
const byAdmin: Pick<Row, 'by' | 'status' | 'goesOn' | 'isKnown'> = {
  by: 'admin',
  status: 200,
  goesOn: [false, false],
  isKnown: [false, false],
};

const rows: Record<string, Row> = {
  'signing out': {
    ...all,
    status: 204,
    act: ({ own }) => own.send('POST', api.logout),
    goesOn: [false, true],
    audit: 'signed_out',
  },
  'ending another session': {
    ...all,
    status: 204,
    act: ({ own }) => endListed(own, false),
    goesOn: [true, false],
    audit: 'session_ended',
  },
  'ending this session in the list': {
    ...all,
    status: 204,
    act: ({ own }) => endListed(own, true),
    goesOn: [false, true],
    audit: 'session_ended',
  },
  'a new password': { ...own, act: changePassword, audit: 'password_changed', password: newPassword },
  'a new password beside a second factor, which stays': {
    ...own,
    act: changePassword,
    audit: 'password_changed',
    password: newPassword,
    isProtected: true,
  },
  'a new second factor': {
    ...own,
    act: async ({ own, mira }) => {
      await own.protect(mira);
      return await own.send('GET', api.currentUser);
    },
    audit: 'second_factor_set',
  },
  'the end of the second factor': {
    ...own,
    act: ({ own }) => own.send('DELETE', api.secondFactor, own.proof()),
    audit: 'second_factor_ended',
    isProtected: true,
  },
  'the end of a lost second factor by an administrator': {
    ...byAdmin,
    act: ({ admin, mira }) => admin.send('DELETE', href(api.lostSecondFactor, mira)),
    audit: 'second_factor_ended',
    isProtected: true,
  },
  'an administrator who ends all sessions': {
    ...byAdmin,
    act: ({ admin, mira }) => admin.send('POST', href(api.endSessions, mira)),
    audit: 'sessions_ended',
  },
  'the end of the account': {
    ...byAdmin,
    act: ({ admin, mira }) => admin.send('DELETE', href(api.user, mira)),
    audit: 'user_deleted',
    isProtected: true,
  },
};

describe.each(Object.entries(rows))('%s', (_, row) => {
  const { status, act, by = 'mira.yilmaz', audit, goesOn, isKnown, isProtected, password } = row;

  test('ends the sessions that it should and no others, and is in the audit log', async () => {
    const house = await open(isProtected);
    const { app, admin, mira, own, elsewhere } = house;
    expect((await act(house)).status).toBe(status);
    const stored = await app.db.read.select().from(sessions).where(eq(sessions.userId, mira.id));
    expect(stored).toHaveLength(goesOn.filter(Boolean).length);
    for (const path of [api.currentUser, api.dashboard]) {
      const found = await Promise.all([own, elsewhere, admin].map((one) => one.status('GET', path)));
      expect(found).toEqual([...goesOn, true].map((isOn) => (isOn ? 200 : 401)));
    }
    const codes = await app.db.read.select().from(recoveryCodes);
    const hasFactor = audit === 'second_factor_set' || (isProtected && audit === 'password_changed');
    expect(codes).toHaveLength(hasFactor ? 10 : 0);
    // refusals have rows of their own
    await app.refusals.settled();
    const [log, ...others] = (await app.db.read.select().from(auditLog)).filter(
      ({ action }) => !action.includes('refused') && action !== 'unauthorized',
    );
    expect(log).toMatchObject({ username: by, action: audit });
    expect(others).toEqual([]);
    expect(JSON.stringify(log)).not.toMatch(/lang-genug|ganz-anders/);
  });

  test('leaves the browsers known that it should', async () => {
    const house = await open(isProtected);
    const { app, mira, own, elsewhere, factor } = house;
    await act(house);
    const now = { ...mira, password: password ?? mira.password };
    const needsCode = (await app.db.read.select().from(recoveryCodes)).length > 0;
    // shown before the strangers come, because their wait is short
    const codes = [1, 2].map(() => (needsCode ? (factor?.newCode() ?? own.proof().code) : undefined));
    for (let turn = 0; turn < 10; turn += 1) await browserOf(app).signIn({ ...now, password: 'falsch' });
    const found = [(await elsewhere.signIn(now, codes[0])).status, (await own.signIn(now, codes[1])).status];
    expect(found).toEqual(isKnown.toReversed().map((is) => (is ? 200 : 429)));
  });
});

test('an administrator may end the own sessions, and signs in again', async () => {
  const { app, admin } = await house.open();
  const { id } = await admin.user();
  expect((await admin.send('POST', href(api.endSessions, { id: String(id) }))).status).toBe(200);
  expect(await admin.alive()).toBe(401);
  expect((await browserOf(app).signIn(administrator)).status).toBe(200);
});

test('two administrators who end the same sessions at once both succeed', async () => {
  const { app, admin, mira, own } = await open();
  const twice = [1, 2].map(() => admin.ask('POST', href(api.endSessions, mira)));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await own.alive()).toBe(401);
  await app.refusals.settled();
  const ended = await app.db.read.select().from(auditLog).where(eq(auditLog.action, 'sessions_ended'));
  expect(ended).toHaveLength(2);
});
